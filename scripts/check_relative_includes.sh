#!/usr/bin/env bash
# Fails when a source includes by a path through "..": that would go around the include roots.
set -euo pipefail
cd "${1:-.}"
if grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]([^">]*/)?\.\./' \
  --include='*.hpp' --include='*.cpp' --include='*.h' --include='*.ipp' \
  graph models explore check protocol properties litmus kernel cli quick tests bench; then
  echo 'include by folder name ("graph/event.hpp"), not by a relative path' >&2
  exit 1
fi
echo 'no relative includes'
