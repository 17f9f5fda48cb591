#!/usr/bin/env bash
# web_test.sh RINGCHECK WORK: makes explorers of witnesses in WORK/pages and tests them in a headless browser.
# axe-core comes from npm, and is kept in WORK. With SCREENSHOTS=DIR, pictures of the pages are kept there.
set -euo pipefail

ringcheck=$(realpath "$1")
mkdir -p "$2/pages"
work=$(realpath "$2")
here=$(cd "$(dirname "$0")/.." && pwd)

# Finds a witness with the arguments of verify and explains it as page NAME.
explorer() {
  local name=$1 status=0
  shift
  "$ringcheck" verify "$@" --witness "$work/$name.json" >/dev/null || status=$?
  ((status == 1)) || { echo "$name: verify ended with $status, expected a violation (1)" >&2; exit 1; }
  "$ringcheck" explain "$work/$name.json" --html "$work/pages/$name.html"
}

rm -f "$work"/pages/*.html
# A writer that is interrupted by another; data words that are plain; no barrier at C; a buffer that a
# snapshot reads while it is overwritten; a litmus test; a data race in a C program.
explorer nested --scenario perf-ring-overrun --model sc
explorer plain-data --scenario perf-ring --model lkmm --param records=2 --site B=none
explorer reader --scenario perf-ring --model riscv --param records=2 --site C=none
explorer snapshot --scenario perf-ring-overwrite --model armv8 --site B=none
"$ringcheck" litmus run --show prop --as html -o "$work/pages" "$here/tests/web/store-buffering.litmus" >/dev/null
"$ringcheck" check --model rc11 --witness "$work/race.json" "$here/tests/web/racy-flag.c" >/dev/null || (($? == 1))
"$ringcheck" explain "$work/race.json" --html "$work/pages/race.html"

if ! cmp -s "$here/tests/web/package.json" "$work/package.json"; then
  cp "$here/tests/web/package.json" "$work/package.json"
  npm install --prefix "$work" --no-package-lock --no-audit --no-fund --silent
fi
PAGES="$work/pages" MODULES="$work" node --test "$here/tests/web"
