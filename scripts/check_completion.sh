#!/usr/bin/env bash
# check_completion.sh FILE: completions of ringcheck for bash, in bash.
set -euo pipefail
# shellcheck disable=SC1090
source "$1"

# complete_to EXPECTED WORD...: what the last word, the one under the cursor, is completed to.
complete_to() {
  local expected=$1
  shift
  COMP_WORDS=(ringcheck "$@")
  COMP_CWORD=$#
  COMPREPLY=()
  _ringcheck
  if [[ ${COMPREPLY[*]} != "$expected" ]]; then
    echo "ringcheck $*: completed to '${COMPREPLY[*]}', expected '$expected'" >&2
    exit 1
  fi
}

complete_to verify ver
complete_to --model verify --mod
complete_to armv8 verify --model ar
complete_to perf-ring-overrun verify --model armv8 perf-ring-overru
complete_to compare litmus compa
complete_to --unroll litmus run --unr
complete_to findings list fin
complete_to powerpc barriers --arch pow
complete_to sc,armv8 verify --model sc,ar
complete_to records= verify perf-ring --param record
complete_to pt_B= verify --site pt_B
complete_to F-09 explain F-09
complete_to K-07b mutants --mutant K-07b
