#!/usr/bin/env bash
# quick_test.sh RINGCHECK SOURCE CXX WORK: configures and builds what `make quick` builds, in WORK, and sees that it prints
# what `ringcheck barriers` does, and ends as it does, whether models are named or not.
set -euo pipefail
ringcheck=$1 source=$2 cxx=$3 work=$4
unset CXXFLAGS LDFLAGS

cmake -S "$source" -B "$work" -G Ninja -D RINGCHECK_QUICK=ON -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" \
  -D CMAKE_CXX_COMPILER="$cxx" >"$work.log"
cmake --build "$work" >>"$work.log" || { cat "$work.log"; exit 1; }

same() {  # same OPTIONS-OF-RINGCHECK ARGUMENTS-OF-QUICK
  local ended=0 expected=0
  # shellcheck disable=SC2086
  "$work/ringcheck-quick" $2 >"$work/quick.txt" || ended=$?
  # shellcheck disable=SC2086
  "$ringcheck" barriers $1 >"$work/whole.txt" || expected=$?
  grep -v '^--all:' "$work/whole.txt" | diff - "$work/quick.txt"
  [[ $ended == "$expected" ]] || { echo "ended with $ended, ringcheck with $expected" >&2; exit 1; }
}
same "" ""
same "--model aarch64" "aarch64"
if "$work/ringcheck-quick" no-model 2>"$work/refused.txt"; then exit 1; else [[ $? == 2 ]]; fi
grep -q "no-model" "$work/refused.txt"
