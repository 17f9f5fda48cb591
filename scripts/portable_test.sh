#!/usr/bin/env bash
# portable_test.sh BUILD SCRIPTS VERSION WORK: the archive of `make portable`, unpacked anywhere, needs nothing of the system but
# the C library, and works.
set -euo pipefail
build=$1 scripts=$2 version=$3 work=$4
rm -rf "$work"
archive=$("$scripts/portable.sh" "$build" "$work/made" "$version")
mkdir -p "$work/unpacked"
tar --extract --file "$archive" --directory "$work/unpacked"
command=$work/unpacked/ringcheck-$version/bin/ringcheck

if ldd "$command" | grep -vE "linux-vdso|/ld-linux|lib(c|m|dl|rt|pthread)\.so|=> $work/unpacked/"; then
  echo "the command needs libraries that the archive has not" >&2
  exit 1
fi
[[ $(env -i "$command" --version) == "ringcheck $version" ]]
# Read to its end: a grep that leaves at the first match would stop the command with SIGPIPE before its last line.
verdicts=$(env -i "$command" verify one-slot-ring --model sc,armv8 --no-times)
grep -q "armv8 *holds" <<<"$verdicts"
