#!/usr/bin/env bash
# unpack_kernel.sh VERSION DIR: unpacks what `ringcheck kernel` reads of Debian's package linux-source-VERSION below DIR.
# With everything in place it does nothing.
set -euo pipefail

version=$1
into=$2
archive=/usr/src/linux-source-$version.tar.xz
root=linux-source-$version
[[ -r $archive ]] || { echo "$archive: not there; it comes with the package linux-source-$version" >&2; exit 1; }

stamp=$into/$root/.unpacked
[[ $stamp -nt $archive && $stamp -nt $0 ]] && exit 0
mkdir -p "$into"
echo "unpacking $archive"
tar -C "$into" -xJf "$archive" \
  "$root"/{Makefile,kernel/events,include/linux/{perf_event,coresight,parser,kstrtox}.h,include/uapi/linux/perf_event.h} \
  "$root"/lib/{parser.c,kstrtox.c,kstrtox.h,vsprintf.c} \
  "$root"/{drivers/hwtracing/coresight,drivers/perf/arm_spe_pmu.c} \
  "$root"/arch/x86/{events/intel,events/amd/ibs.c,events/{core.c,perf_event.h},include/asm/{intel_ds,intel_pt,msr-index,perf_event}.h} \
  "$root"/tools/{include/linux/ring_buffer.h,lib/perf,perf/util,perf/arch,perf/builtin-record.c}
touch "$stamp"
