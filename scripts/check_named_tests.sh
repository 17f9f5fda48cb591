#!/usr/bin/env bash
# Fails when a comment or a document names a source of tests that is not there.
set -euo pipefail
cd "${1:-.}"
missing=0
while IFS=: read -r file line name; do
  [ -e "$name" ] && continue
  echo "$file:$line: $name is not there" >&2
  missing=1
done < <(grep -rnoE --include='*.hpp' --include='*.cpp' --include='*.md' 'tests/[a-z_0-9/]+\.[ch]pp' \
  docs graph models explore check protocol properties litmus source kernel shards face cli include quick tests bench README.md)
[ "$missing" = 0 ] && echo 'all tests that are named are there'
exit "$missing"
