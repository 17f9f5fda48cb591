#!/usr/bin/env bash
# slurm_cluster.sh start DIR NODES [accounting] | stop DIR: a Slurm cluster of its own on this machine, for tests.
# munged, slurmctld and one slurmd a node run as the user who calls this, with keys, ports and files of their own in DIR:
# nothing outside of it is touched, and a cluster that runs already is left alone. No systemd, no cgroups.
# With accounting, a mariadbd and a slurmdbd run beside them, so that sacct answers.
# A task that is queued again starts when its old credentials have expired: here after 20 seconds, not 2 minutes.
# No name has to resolve: all talk to 127.0.0.1, at ports that are free; where one was taken meanwhile, others are tried.
# Exit status 3: Slurm's programs are not there, or do not start; standard error has their last words.
# Afterwards `SLURM_CONF=DIR/slurm.conf sbatch ...` talks to it. The path of DIR must be short: there are sockets in it.
set -euo pipefail
export PATH=$PATH:/usr/sbin:/sbin

usage() { echo "usage: slurm_cluster.sh start DIR NODES [accounting] | stop DIR" >&2; exit 2; }

# Says why the cluster does not start, and takes down what of it did.
give_up() {
  echo "slurm_cluster: $1" >&2
  tail -n 20 "$dir"/*.log >&2 2>/dev/null || true
  stop
}

# The pid in a file of DIR; nothing if there is none.
pid_in() { cat "$1" 2>/dev/null || true; }

stop() {
  local pid file
  for file in "$dir"/slurmd.*.pid "$dir"/slurmctld.pid "$dir"/slurmdbd.pid "$dir"/mariadbd.pid "$dir"/munged.pid; do
    pid=$(pid_in "$file")
    # The number may be somebody else's by now.
    [[ -n $pid && $(cat "/proc/$pid/comm" 2>/dev/null) =~ ^(slurm|munged|mariadbd) ]] || continue
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

# wait_for PIDFILE COMMAND...: until the command succeeds, or the daemon of the file has ended, or five minutes have passed: a
# loaded machine is no error.
wait_for() {
  local file=$1 until=$((SECONDS + 300)) i
  shift
  for ((i = 0; SECONDS < until; ++i)); do
    if "$@" >/dev/null 2>&1; then return; fi
    ((i % 25 < 24)) || [[ ! -s $file ]] || kill -0 "$(pid_in "$file")" 2>/dev/null || return 1
    sleep 0.2
  done
  return 1
}

# A database of its own, and slurmdbd, for one user with a password of its own. start_accounting FIRST-PORT
start_accounting() {
  local port secret user
  user=$(id -un)
  secret=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')
  rm -rf "$dir/db"
  mkdir -p "$dir/db"
  mariadb-install-db --no-defaults --user="$user" --datadir="$dir/db" --skip-test-db --auth-root-authentication-method=normal \
    >"$dir/mariadb-install.log" 2>&1 || { give_up "the database cannot be made"; return 1; }
  port=$(free_port "$1")
  # A small database: slurmdbd's defaults are for a machine of its own.
  setsid mariadbd --no-defaults --user="$user" --datadir="$dir/db" --socket="$dir/db.sock" --port="$port" \
    --bind-address=127.0.0.1 --pid-file="$dir/mariadbd.pid" --innodb-buffer-pool-size=64M --innodb-lock-wait-timeout=900 \
    </dev/null >"$dir/mariadbd.log" 2>&1 &
  wait_for "$dir/mariadbd.pid" mariadb-admin --no-defaults --user=root --socket="$dir/db.sock" ping ||
    { give_up "the database does not come up"; return 1; }
  mariadb --no-defaults --user=root --socket="$dir/db.sock" \
    --execute="create user slurm@'127.0.0.1' identified by '$secret'; grant all on slurm.* to slurm@'127.0.0.1'" ||
    { give_up "the database has no user for slurmdbd"; return 1; }
  rm -f "$dir/slurmdbd.conf"
  (umask 077 && cat >"$dir/slurmdbd.conf") <<CONF
DbdHost=$host
DbdAddr=127.0.0.1
DbdPort=$(free_port $((port + 1)))
SlurmUser=$user
AuthType=auth/munge
AuthInfo=socket=$dir/munge.sock
PidFile=$dir/slurmdbd.pid
LogFile=$dir/slurmdbd.log
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort=$port
StorageLoc=slurm
StorageUser=slurm
StoragePass=$secret
CONF
  cat >>"$dir/slurm.conf" <<CONF
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePass=$dir/munge.sock
AccountingStoragePort=$(sed -n 's/^DbdPort=//p' "$dir/slurmdbd.conf")
JobAcctGatherType=jobacct_gather/linux
CONF
  slurmdbd || { give_up "slurmdbd does not start"; return 1; }
  wait_for "$dir/slurmdbd.pid" sacctmgr --immediate add cluster ringcheck ||
    { give_up "slurmdbd does not come up"; return 1; }
}

# start NODES FIRST-PORT [accounting]. Fails with what give_up says.
start() {
  local nodes=$1 port=$2 accounting=${3:-} host user program
  local programs=(munged slurmctld slurmd sbatch squeue scontrol)
  [[ -z $accounting ]] || programs+=(mariadbd mariadb-install-db slurmdbd sacct sacctmgr)
  for program in "${programs[@]}"; do
    command -v "$program" >/dev/null ||
      { echo "slurm_cluster: saw no $program, expected Debian's slurmctld, slurmd, slurm-client and munge${accounting:+, slurmdbd and mariadb-server}" >&2; exit 3; }
  done
  mkdir -p "$dir/state"
  chmod 755 "$dir"
  host=$(uname -n)
  host=${host%%.*}
  user=$(id -un)
  rm -f "$dir/munge.key"
  head -c 1024 /dev/urandom >"$dir/munge.key"
  chmod 400 "$dir/munge.key"
  munged --force --key-file="$dir/munge.key" --socket="$dir/munge.sock" --pid-file="$dir/munged.pid" \
    --log-file="$dir/munged.log" --seed-file="$dir/munged.seed" ||
    { give_up "munged does not start"; return 1; }
  port=$(free_port "$port")
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
$([[ -n $accounting ]] || echo JobAcctGatherType=jobacct_gather/none)
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
  # Named, so that slurmd does not look for it where no cgroups are mounted; nothing here uses them.
  echo "CgroupPlugin=cgroup/v1" >"$dir/cgroup.conf"
  [[ -z $accounting ]] || start_accounting $((port + 1)) || return 1
  slurmctld -f "$SLURM_CONF" || { give_up "slurmctld does not start"; return 1; }
  wait_for "$dir/slurmctld.pid" scontrol ping || { give_up "slurmctld does not come up"; return 1; }
  for ((n = 1; n <= nodes; ++n)); do
    slurmd -f "$SLURM_CONF" -N "n$n" || { give_up "slurmd does not start as node n$n"; return 1; }
  done
  wait_for "$dir/slurmctld.pid" nodes_are_idle "$nodes" || { give_up "some node does not come up"; return 1; }
}

nodes_are_idle() { (($(sinfo --noheader --Node --states=idle | wc -l) == $1)); }

(($# >= 2)) || usage
mkdir -p "$2"
dir=$(realpath "$2")
case "$1" in
  start)
    [[ $# == 3 || ($# == 4 && $4 == accounting) ]] || usage
    for base in 10000 14000 18000; do
      ((SECONDS < 300)) || break
      if start "$3" $((base + $$ % 3000)) "${4:-}"; then exit 0; fi
    done
    exit 3
    ;;
  stop) stop ;;
  *) usage ;;
esac
