#!/usr/bin/env bash
# slurm_cluster.sh start DIR NODES | stop DIR: a Slurm cluster of its own on this machine, for tests.
# munged, slurmctld and one slurmd a node run as the user who calls this, with keys, ports and files of their own in DIR:
# nothing outside of it is touched, and a cluster that runs already is left alone. No systemd, no cgroups, no accounting.
# A task that is queued again starts when its old credentials have expired: here after 20 seconds, not 2 minutes.
# Afterwards `SLURM_CONF=DIR/slurm.conf sbatch ...` talks to it. The path of DIR must be short: there are sockets in it.
set -euo pipefail
export PATH=$PATH:/usr/sbin:/sbin

usage() { echo "usage: slurm_cluster.sh start DIR NODES | stop DIR" >&2; exit 2; }

fail() {
  echo "slurm_cluster: $1" >&2
  tail -n 20 "$dir"/*.log >&2 2>/dev/null || true
  stop
  exit 1
}

# The pid in a file of DIR; nothing if there is none.
pid_in() { cat "$1" 2>/dev/null || true; }

stop() {
  local pid file
  for file in "$dir"/slurmd.*.pid "$dir"/slurmctld.pid "$dir"/munged.pid; do
    pid=$(pid_in "$file")
    # The number may be somebody else's by now.
    [[ -n $pid && $(cat "/proc/$pid/comm" 2>/dev/null) =~ ^(slurm|munged) ]] || continue
    kill "$pid" 2>/dev/null || true
    for ((i = 0; i < 100; ++i)); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
    kill -KILL "$pid" 2>/dev/null || true
    rm -f "$file"
  done
}

# A port on which nobody listens, from $1 upwards.
free_port() {
  local port=$1
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
  echo "$port"
}

# Waits for a command to succeed, generously: a loaded machine is no error.
wait_for() {
  local what=$1
  shift
  for ((i = 0; i < 600; ++i)); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.2
  done
  fail "$what did not come up"
}

start() {
  local nodes=$1 host user port program
  for program in munged slurmctld slurmd sbatch squeue scontrol; do
    command -v "$program" >/dev/null || { echo "slurm_cluster: saw no $program, expected Debian's slurmctld, slurmd, slurm-client and munge" >&2; exit 1; }
  done
  mkdir -p "$dir/state"
  chmod 755 "$dir"
  host=$(hostname -s)
  user=$(id -un)
  head -c 1024 /dev/urandom >"$dir/munge.key"
  chmod 400 "$dir/munge.key"
  munged --force --key-file="$dir/munge.key" --socket="$dir/munge.sock" --pid-file="$dir/munged.pid" \
    --log-file="$dir/munged.log" --seed-file="$dir/munged.seed" || fail "munged does not start"
  port=$(free_port $((20000 + $$ % 20000)))
  cat >"$dir/slurm.conf" <<CONF
ClusterName=ringcheck
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$dir/munge.sock,cred_expire=20
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool.%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.%n.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmdTimeout=300
KillWait=5
MinJobAge=3600
PropagateResourceLimits=NONE
CONF
  local names=""
  for ((n = 1; n <= nodes; ++n)); do
    port=$(free_port $((port + 1)))
    echo "NodeName=n$n NodeHostname=$host NodeAddr=127.0.0.1 Port=$port CPUs=1 RealMemory=100" >>"$dir/slurm.conf"
    names+=${names:+,}n$n
    mkdir -p "$dir/spool.n$n"
  done
  echo "PartitionName=all Nodes=$names Default=YES MaxTime=INFINITE State=UP" >>"$dir/slurm.conf"
  export SLURM_CONF=$dir/slurm.conf
  slurmctld -f "$SLURM_CONF" || fail "slurmctld does not start"
  wait_for slurmctld scontrol ping
  for ((n = 1; n <= nodes; ++n)); do
    slurmd -f "$SLURM_CONF" -N "n$n" || fail "slurmd does not start as node n$n"
  done
  wait_for "some node" nodes_are_idle "$nodes"
}

nodes_are_idle() { (($(sinfo --noheader --Node --states=idle | wc -l) == $1)); }

(($# >= 2)) || usage
mkdir -p "$2"
dir=$(realpath "$2")
case "$1" in
  start) (($# == 3)) || usage; start "$3" ;;
  stop) stop ;;
  *) usage ;;
esac
