#!/usr/bin/env bash
# install_packages.sh GROUP...: installs what is missing of the groups quick, build, test, source, kernel, lint, web, cluster, accounting, kubernetes, parallel
# (Debian 12, Ubuntu).
# With everything in place it asks dpkg once and touches neither apt nor the network.
set -euo pipefail

build=(g++ cmake ninja-build libboost-dev libboost-context-dev libcli11-dev libfmt-dev
  nlohmann-json3-dev librapidcheck-dev libtbb-dev)
quick=(g++ cmake ninja-build libboost-dev libboost-context-dev libfmt-dev nlohmann-json3-dev libtbb-dev)
test=(libgtest-dev libgmock-dev libbenchmark-dev graphviz python3)
source=(clang-19 llvm-19-dev libclang-19-dev libzstd-dev zlib1g-dev libtinfo-dev)
kernel=(linux-source-6.1 linux-source-6.12 clang-19)
web=(chromium nodejs fonts-dejavu-core)
command -v npm >/dev/null || web+=(npm)  # other packages of nodejs bring their own
parallel=(parallel)
cluster=(slurmctld slurmd slurm-client munge procps python3-yaml)
accounting=(slurmdbd mariadb-server)
command -v kubectl >/dev/null && kubernetes=() || kubernetes=(kubernetes-client)  # others bring their own
lint=(clang-19 clang-format clang-tidy-19)

wanted=()
for group in "$@"; do
  case "$group" in
    quick) wanted+=("${quick[@]}") ;;
    build) wanted+=("${build[@]}") ;;
    kernel) wanted+=("${kernel[@]}") ;;
    test) wanted+=("${test[@]}") ;;
    source) wanted+=("${source[@]}") ;;
    cluster) wanted+=("${cluster[@]}") ;;
    accounting) wanted+=("${accounting[@]}") ;;
    kubernetes) wanted+=("${kubernetes[@]}") ;;
    parallel) wanted+=("${parallel[@]}") ;;
    web) wanted+=("${web[@]}") ;;
    lint) wanted+=("${lint[@]}") ;;
    *) echo "unknown group of packages: $group" >&2; exit 2 ;;
  esac
done

((${#wanted[@]})) || exit 0

if ! command -v dpkg-query >/dev/null; then
  echo "not a Debian system: install the equivalents of: ${wanted[*]}" >&2
  exit 0  # The configure step names whatever is missing.
fi

installed=$(dpkg-query -W -f='${binary:Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null |
  sed -n 's/^\([^ :]*\)[^ ]* installed$/\1/p') || true
missing=()
for package in "${wanted[@]}"; do
  grep -qxF -- "$package" <<<"$installed" || missing+=("$package")
done
((${#missing[@]})) || exit 0

sudo=()
if ((EUID != 0)); then
  command -v sudo >/dev/null || { echo "missing, and no sudo to install them: ${missing[*]}" >&2; exit 1; }
  sudo=(sudo)
fi
echo "installing: ${missing[*]}"
# Another installation may be under way: wait for its end.
apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=600)
# The package lists may be absent or older than the mirror: refresh them first, and go on with the old ones
# when there is no network but a local archive.
"${apt[@]}" update || echo "apt-get update failed; trying with the lists there are" >&2
"${apt[@]}" install -y --no-install-recommends "${missing[@]}"
