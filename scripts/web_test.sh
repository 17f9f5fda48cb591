#!/usr/bin/env bash
# web_test.sh RINGCHECK WORK: makes explorers of witnesses in WORK/pages and a site in WORK/site, and tests them
# in a headless browser. axe-core comes from npm, where that answers, and is kept in WORK. With SCREENSHOTS=DIR,
# pictures of the pages are kept there. With IF_POSSIBLE=1 a machine on which no browser can be installed or
# started says so and passes; what is wrong with a page fails in any case.
set -euo pipefail

ringcheck=$(realpath "$1")
mkdir -p "$2/pages"
work=$(realpath "$2")
here=$(cd "$(dirname "$0")/.." && pwd)

not_run() {
  echo "NOT RUN: the tests of pages in a browser: $*" >&2
  [[ -n "${IF_POSSIBLE:-}" ]] && exit 0
  exit 1
}

"$here/scripts/install_packages.sh" web || not_run "its packages cannot be installed"
command -v node >/dev/null || not_run "there is no node"
[[ $(node -p 'process.versions.node.split(".")[0]') -ge 18 ]] || not_run "node is older than 18"

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
# snapshot reads while it is overwritten; a litmus test; a data race in a C program, and one after 200 events.
explorer nested --scenario perf-ring-overrun --model sc
explorer plain-data --scenario perf-ring --model lkmm --param records=2 --site B=none
explorer reader --scenario perf-ring --model riscv --param records=2 --site C=none
explorer snapshot --scenario perf-ring-overwrite --model armv8 --site B=none
"$ringcheck" litmus run --show prop --as html -o "$work/pages" "$here/tests/web/store-buffering.litmus" >/dev/null
# The programs lie in a folder with a long path that has neither spaces nor hyphens to break it at.
sources="$work/programs_of_people/in_folders_with_long_names/that_do_not_break"
mkdir -p "$sources"
cp "$here"/tests/web/*.c "$sources"
"$ringcheck" check --model rc11 --html "$work/pages/race.html" "$sources/racy-flag.c" >/dev/null || (($? == 1))
"$ringcheck" check --model rc11 --html "$work/pages/long.html" "$sources/long-race.c" >/dev/null || (($? == 1))
"$ringcheck" verify --accept-findings --scenario spsc-ring --scenario perf-ring --scenario perf-ring-overrun --pages "$work/site" >/dev/null

# Kept from the last time, unless another version is wanted. Nothing waits for a registry that does not answer.
if ! cmp -s "$here/tests/web/package.json" "$work/package.json"; then
  rm -rf "$work/node_modules"
  if command -v npm >/dev/null && cp "$here/tests/web/package.json" "$work/wanted.json" &&
    mkdir -p "$work/fetched" && cp "$work/wanted.json" "$work/fetched/package.json" &&
    timeout 180 npm install --prefix "$work/fetched" --no-package-lock --no-audit --no-fund --silent \
      --fetch-retries=1 --fetch-timeout=60000 </dev/null && [[ -s "$work/fetched/node_modules/axe-core/axe.min.js" ]]; then
    mv "$work/fetched/node_modules" "$work/node_modules"
    mv "$work/wanted.json" "$work/package.json"
  else
    echo "NOT RUN: axe-core, which npm did not give; the project's own checks of accessibility are run" >&2
  fi
  rm -rf "$work/fetched" "$work/wanted.json"
fi

# One after the other: each has a browser of its own.
for tests in "$here"/tests/web/*.test.js; do
  status=0
  WORK="$work" timeout --kill-after=30 2400 node --test "$tests" || status=$?
  ((status == 124 || status == 137)) && not_run "$tests was not done after 40 minutes"
  ((status == 0)) || exit "$status"
done
