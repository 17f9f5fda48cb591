#!/usr/bin/env bash
# cluster_test.sh RINGCHECK: explorations as job arrays of a Slurm cluster on this machine, with losses on the way: two jobs
# are killed, a node is taken down, and a checkpoint and a result are truncated. Counts, verdict and witness must be those of
# one process, byte by byte. Starts the cluster (scripts/slurm_cluster.sh) and stops it again.
# Nothing here depends on how fast the machine is: each step waits for what it needs, and the workers that are to be lost
# are stopped in the middle of their shards until they are.
# The subjects are perf-ring-nested, with its standard bounds, and spsc-ring with 9 records: 11 million executions, 10 to 17
# seconds of one processor, once for one process and once for the cluster.
# With accounting (MariaDB and slurmdbd beside the rest), the speed-up has to be told from what sacct says, too.
# With IF_POSSIBLE=1 a machine on which Slurm cannot be installed or started says so and passes, and so does one on which
# there is no accounting; what is wrong after that fails in any case.
set -euo pipefail
export PATH=$PATH:/usr/sbin:/sbin

given=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d /tmp/rc.XXXXXX)  # short: the path of a socket has 108 characters at most
export SLURM_CONF=$work/cluster/slurm.conf
nodes=4
# A copy: a build that goes on meanwhile replaces what it was made from.
mkdir "$work/build"
cp "$given" "$work/build/ringcheck"
ringcheck=$work/build/ringcheck

end() {
  local status=$?
  trap '' INT TERM HUP
  if ((status)) && [[ -e $work/cluster ]]; then
    echo "cluster test: failed; last words of its logs:" >&2
    for log in "$work"/cluster/*.log "$work"/*/log/*; do
      [[ ! -s $log ]] || { echo "== ${log#"$work"/}"; tail -n 8 "$log"; } >&2
    done
  fi
  "$here/slurm_cluster.sh" stop "$work/cluster" || true
  # What the daemons left: tasks, and the processes that look after them.
  kill_all "SLURM_CONF=$SLURM_CONF"
  rm -rf "$work" 2>/dev/null || { sleep 2; rm -rf "$work"; } || true
  exit "$status"
}
trap end EXIT
trap 'exit 1' INT TERM HUP

say() { echo "cluster test: $*"; }
fail() { say "$*" >&2; exit 1; }

# What a machine cannot do: passed over with IF_POSSIBLE=1.
passed_over() { [[ -n ${IF_POSSIBLE:-} ]] && say "skipped: $*"; }
not_run() { passed_over "$*" && exit 0; fail "cannot be run: $*"; }

# Kills the processes whose environment has this word.
kill_all() {
  local file
  for file in $(grep -lszxF -e "$1" /proc/[0-9]*/environ || true); do
    file=${file#/proc/}
    kill -KILL "${file%/environ}" 2>/dev/null || true
  done
}

# wait_for WHAT COMMAND...: until the command succeeds; gives up after 20 minutes.
wait_for() {
  local what=$1 until=$((SECONDS + 1200))
  shift
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < until)) || { squeue --all --array >&2 || true; fail "waited for $what in vain"; }
    sleep 0.2
  done
}

# Rows of --json without the time that they took.
rows() { sed -E 's/,"seconds":[0-9.e+-]+//' "$1"; }

queue_is_empty() { local queue; queue=$(squeue --noheader) && [[ -z $queue ]]; }
# The job that gathers after a round has ended; each round has its own.
all_done() { queue_is_empty && "$ringcheck" slurm status "$1"; }
nodes_are_idle() { (($(sinfo --noheader --Node --states=idle | wc -l) == nodes)); }
# A field of `scontrol show job`.
field_of() { scontrol show job "$1" | tr ' ' '\n' | sed -n "s/^$2=//p" | sed -n 1p; }
has_state() { [[ $(field_of "$1" JobState) == "$2" ]]; }
was_requeued() { (($(field_of "$1" Restarts) > 0)); }

# The tasks' scripts call env. This one comes first in their PATH: the first time that tasks 0, 1 and 2 of a folder are run,
# it stops their workers once they have written a checkpoint, and then itself, for good: what is stopped is lost later.
mkdir "$work/bin"
cat >"$work/bin/env" <<'ENV'
#!/usr/bin/bash
shard=${1#dir=}/1-0000${SLURM_ARRAY_TASK_ID:-}
held=${1#dir=}/held.${SLURM_ARRAY_TASK_ID:-}
if [[ ${SLURM_ARRAY_TASK_ID:-} == [012] && $1 == dir=* ]] && mkdir "$held" 2>/dev/null; then
  /usr/bin/env "$@" &
  until [[ -e $shard.result ]] || ! kill -0 $! 2>/dev/null; do sleep 0.01; done
  kill -STOP $! 2>/dev/null
  echo "worker=$! holder=$$ node=$SLURMD_NODENAME job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" >"$held/new"
  mv "$held/new" "$held/who"
  kill -STOP $$
  exit 1
fi
exec /usr/bin/env "$@"
ENV
chmod +x "$work/bin/env"

half() { truncate --size=$(($(stat --format=%s "$1") / 2)) "$1"; }

# Two jobs are killed; a node is lost with what ran there; a checkpoint and a result are cut short.
lose_some() {
  local dir=$1 task worker holder node job keeper
  for task in 0 1 2; do wait_for "the worker of task $task" test -e "$dir/held.$task/who"; done
  # shellcheck source=/dev/null
  . "$dir/held.0/who"
  # Killed without Slurm's knowledge: the shard is left to the next round.
  kill -KILL "$worker" "$holder" 2>/dev/null || true
  wait_for "the end of task 0" has_state "$job" FAILED
  say "killed the worker of task 0 on $node"
  # Killed by Slurm, and queued again.
  . "$dir/held.1/who"
  scontrol requeue "$job"
  wait_for "task 1 to be queued again" was_requeued "$job"
  say "killed task 1 on $node, to be run again"
  . "$dir/held.2/who"
  # From the top down, so that nothing is left that could report how the task ended.
  keeper=$(ps -o ppid= -p "$holder" | tr -d ' ')
  kill -KILL "$(cat "$work/cluster/slurmd.$node.pid")"
  kill -KILL "$keeper"
  kill -KILL "$worker" "$holder" 2>/dev/null || true
  half "$dir/1-00002.result"
  scontrol update NodeName="$node" State=DOWN Reason=lost
  wait_for "task 2 to be queued again" was_requeued "$job"
  say "lost $node with task 2, and truncated its checkpoint"
  wait_for "the end of task 3" has_state "${job%_*}_3" COMPLETED
  half "$dir/1-00003.result"
  say "truncated the result of task 3"
  lost=$node
}

# sacct knows that all tasks have ended, and what they took.
is_accounted() {
  "$ringcheck" slurm status "$1" >"$work/status" &&
    grep -q '^accounting: .* COMPLETED.* used, .*: speed-up ' "$work/status" && ! grep -q ' RUNNING' "$work/status"
}

# The line of the accounting, whose numbers have to be possible: accounts_of NAME DIR
accounts_of() {
  wait_for "the accounts of $1" is_accounted "$2"
  local line
  line=$(grep '^accounting: ' "$work/status")
  awk -v nodes="$nodes" '{
    for (i = 2; i <= NF; ++i) {
      if ($i ~ /^COMPLETED/) tasks = $(i - 1)
      if ($i == "allocated,") allocated = $(i - 4)
      if ($i == "used,") used = $(i - 2)
    }
    # sacct tells allocations in whole seconds.
    exit !(tasks > 0 && used > 0 && used <= allocated + tasks && $NF <= nodes)
  }' <<<"$line" || fail "$1: cannot be true: $line"
  say "$1: $line"
}

# explore NAME SHARDS ARGUMENTS-OF-VERIFY...: by one process and by the cluster, from the shards to the comparison.
explore() {
  local name=$1 shards=$2 dir=$work/$1 status=0 cluster_status=0
  shift 2
  mkdir -p "$dir"
  "$ringcheck" verify "$@" --json "$work/$name.one.json" --witness "$work/$name.one.witness" >/dev/null || status=$?
  "$ringcheck" shard verify "$@" --into "$shards" "$dir"
  PATH=$work/bin:$PATH "$ringcheck" slurm submit "$dir" --write-every 0.02 --time 3600 -- --partition=all
  lose_some "$dir"
  wait_for "the shards of $name" all_done "$dir"
  [[ -e $dir/2-00000.shard ]] || fail "$name: there was no second round"
  "$ringcheck" slurm gather "$dir" --json "$work/$name.many.json" --witness "$work/$name.many.witness" >/dev/null ||
    cluster_status=$?
  ((status == cluster_status)) || fail "$name: one process ended with $status, the cluster with $cluster_status"
  [[ -s $work/$name.one.json ]] || fail "$name: one process wrote no rows"
  cmp <(rows "$work/$name.one.json") <(rows "$work/$name.many.json") || fail "$name: other rows than those of one process"
  if [[ -e $work/$name.one.witness || -e $work/$name.many.witness ]]; then
    cmp "$work/$name.one.witness" "$work/$name.many.witness" || fail "$name: another witness than that of one process"
  fi
  say "$name: $(grep -o '"verdict":"[a-z ]*"' "$work/$name.many.json"), $(grep -o '"executions":[0-9]*' "$work/$name.many.json")," \
    "as by one process"
  [[ -z $accounting ]] || accounts_of "$name" "$dir"
}

"$here/install_packages.sh" cluster || not_run "the packages of Slurm cannot be installed"
accounting=accounting
"$here/install_packages.sh" accounting || { passed_over "sacct: the packages of slurmdbd cannot be installed" && accounting=; } ||
  not_run "the packages of slurmdbd cannot be installed"
start() { "$here/slurm_cluster.sh" start "$work/cluster" "$nodes" $accounting; }
if ! start; then
  { [[ -n $accounting ]] && accounting= && start; } || not_run "Slurm does not start on this machine, by the words above"
  passed_over "sacct: Slurm does not start with accounting, by the words above" || not_run "there is no accounting"
fi
say "$nodes nodes after $SECONDS s"
explore nested 24 perf-ring-nested --model armv8 --site B=none
# The node that was lost comes back.
slurmd -f "$SLURM_CONF" -N "$lost" || fail "the node that was lost does not come back"
wait_for "the node that was lost" nodes_are_idle
explore spsc 12 spsc-ring --model sc --param records=9 --param polls=9
say "passed in $SECONDS s"
