#!/usr/bin/env bash
# check_no_compile.sh CXX INCLUDE FILE: sees that FILE compiles, and that it does not with any of the macros
# CASE_name, one at a time, that its lines `// CASE name: regex` name. What the compiler says must match.
set -euo pipefail
cxx=$1 include=$2 file=$3
compile() { LC_ALL=C "$cxx" -std=c++20 -fsyntax-only -I "$include" "$@" "$file" 2>&1; }

if ! output=$(compile); then
  printf 'without any case it does not compile:\n%s\n' "$output" >&2
  exit 1
fi
cases=0
failed=0
while IFS=: read -r name regex; do
  cases=$((cases + 1))
  if output=$(compile "-DCASE_$name"); then
    echo "$name: compiles" >&2
    failed=1
  elif ! grep -E 'error' <<<"$output" | grep -E "$regex" >/dev/null; then
    printf '%s: fails for another reason, expected%s:\n%s\n' "$name" "$regex" "$output" >&2
    failed=1
  fi
done < <(sed -n 's|^// CASE ||p' "$file")
((cases > 0)) && ((failed == 0)) && echo "$cases cases do not compile"
