#!/usr/bin/env bash
# cluster_pages_test.sh RINGCHECK: what docs/cluster.md says for GNU parallel and for CI matrices is run as it stands there,
# and the Kubernetes manifest is held against the rules of its API (scripts/check_job.py), read by kubectl without a cluster
# (scripts/dry_run_job.py), and its command is run.
# With IF_POSSIBLE=1 the parts of GNU parallel and kubectl are skipped, and say so, where those cannot be installed.
set -euo pipefail

ringcheck=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
page=$here/../docs/cluster.md
job=$here/../docs/cluster-job.yaml
DIR=$(mktemp -d /tmp/rc.XXXXXX)
export DIR
trap 'rm -rf "$DIR"' EXIT
PATH=$(dirname "$ringcheck"):$PATH

say() { echo "cluster pages: $*"; }
fail() { say "$*" >&2; exit 1; }
rows() { sed -E 's/,"seconds":[0-9.e+-]+//' "$1"; }
# The line of the page that has this, without what stands around the command.
documented() { grep -m 1 -e "$1" "$page" | sed -E 's/^ *- run: //' || fail "saw no line with '$1' in $page"; }
divide() { rm -rf "$DIR"/*; ringcheck shard verify spsc-ring --model sc --into 20 "$DIR/shards" >/dev/null; }
expect_the_answer() {
  ringcheck gather "$DIR/shards" --json "$DIR/many.json" >/dev/null || fail "$1: gather ended with $?"
  ringcheck verify spsc-ring --model sc --json "$DIR/one.json" >/dev/null
  cmp <(rows "$DIR/one.json") <(rows "$DIR/many.json") || fail "$1: other rows than those of one process"
  say "$1: as one process"
}

for group in cluster parallel kubernetes; do
  "$here/install_packages.sh" "$group" || say "the packages of $group cannot be installed" >&2
done
python3 "$here/check_job.py" "$job"
say "manifest: its fields and rules are those of batch/v1 (a schema of our own, not a server)"
if command -v kubectl >/dev/null; then
  python3 "$here/dry_run_job.py" "$job"
  say "manifest: kubectl reads all of it, and a dry run prints it ($(kubectl version --client 2>/dev/null | grep -o 'v[0-9][0-9.]*' | sed -n 1p))"
elif [[ -n ${IF_POSSIBLE:-} ]]; then
  say "skipped: kubectl, which is not there"
else
  fail "kubectl is not there"
fi

divide
if command -v parallel >/dev/null; then
  command=$(documented 'parallel --joblog')
  (cd "$DIR" && DIR=shards bash -c "${command//DIR/\$DIR}" >/dev/null) || fail "GNU parallel: the documented line ended with $?"
  expect_the_answer "GNU parallel"
elif [[ -n ${IF_POSSIBLE:-} ]]; then
  say "skipped: GNU parallel, which is not there"
else
  fail "GNU parallel is not there"
fi

# A matrix of CI jobs has a job a shard, each with the documented line.
divide
command=$(documented 'run: ringcheck work')
for ((i = 0; i < 30; ++i)); do
  [[ -e $DIR/shards/1-$(printf %05d "$i").shard ]] || break
  (cd "$DIR" && bash -c "${command//'${{ matrix.shard }}'/$i}" >/dev/null) || fail "CI matrix: the documented line ended with $?"
done
expect_the_answer "CI matrix"

# The container's command, with the folder in the place of the volume.
divide
command=$(sed -n 's/^ *- \(exec ringcheck work .*\)/\1/p' "$job")
[[ -n $command ]] || fail "saw no command in $job"
for ((i = 0; i < 30; ++i)); do
  [[ -e $DIR/shards/1-$(printf %05d "$i").shard ]] || break
  JOB_COMPLETION_INDEX=$i sh -c "${command//\/shards\//$DIR/shards/}" >/dev/null || fail "Kubernetes: the command ended with $?"
done
expect_the_answer "Kubernetes' command"
