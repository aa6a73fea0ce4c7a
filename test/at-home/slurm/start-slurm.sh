# Sourced: `start_slurm` starts munged, slurmctld and slurmd on the loopback, out of the folder slurm/, and sets SLURM_CONF. Where one
# of them does not start, `reason` says why. What it starts is in `started`.

start_slurm() {
  install_slurm >install.log 2>&1 || {
    reason=$(grep -m1 -E '^(E:|not root)' install.log || echo 'slurm-wlm and munge cannot be installed')
    return 1
  }
  # munged wants to reach its files, and nobody else to write there.
  chmod 755 . && mkdir -p slurm/{munge,state,spool} && chmod 755 slurm
  write_configuration && start_munged && start_daemons
}

install_slurm() {
  has_slurm && return
  [ "$(id -u)" -eq 0 ] || { echo 'not root, and Slurm is not installed'; return 1; }
  # With this runlevel their packages start no service of their own.
  apt-get update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends slurm-wlm munge
}

has_slurm() {
  local program
  for program in slurmctld slurmd sbatch munged; do command -v $program >/dev/null || return; done
}

write_configuration() {
  local name port
  name=$(hostname -s)
  port=$(node -p "20000 + process.pid % 20000")
  cat >slurm/slurm.conf <<CONF
ClusterName=walletproof
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$PWD/slurm/munge/socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
StateSaveLocation=$PWD/slurm/state
SlurmdSpoolDir=$PWD/slurm/spool
SlurmctldPidFile=$PWD/slurm/slurmctld.pid
SlurmdPidFile=$PWD/slurm/slurmd.pid
SchedulerParameters=batch_sched_delay=0,sched_interval=2
NodeName=$name NodeAddr=127.0.0.1 CPUs=4 RealMemory=4000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF=$PWD/slurm/slurm.conf
}

start_munged() {
  local folder=$PWD/slurm/munge tries
  dd if=/dev/urandom of="$folder/key" bs=128 count=1 2>/dev/null
  chown -R munge: "$folder" && chmod 755 "$folder" && chmod 400 "$folder/key" || { reason='there is no user munge'; return 1; }
  setpriv --reuid munge --regid munge --clear-groups munged --foreground --key-file "$folder/key" --socket "$folder/socket" \
    --pid-file "$folder/pid" --seed-file "$folder/seed" --log-file "$folder/log" >slurm/munged.log 2>&1 &
  started+=($!)
  for tries in $(seq 50); do
    munge --socket "$folder/socket" --no-input >/dev/null 2>&1 && return
    sleep 0.1
  done
  reason="munged: $(tail -1 slurm/munged.log)"
  return 1
}

start_daemons() {
  local controller node ends=$((SECONDS + 30))
  slurmctld -D -c >slurm/slurmctld.log 2>&1 &
  controller=$!
  slurmd -D >slurm/slurmd.log 2>&1 &
  node=$!
  started+=("$controller" "$node")
  # Who asks a controller that has ended waits long for an answer.
  while [ $SECONDS -lt $ends ] && kill -0 "$controller" 2>/dev/null && kill -0 "$node" 2>/dev/null; do
    [ "$(timeout 5 sinfo --noheader --format %t 2>/dev/null)" = idle ] && return
    sleep 0.2
  done
  reason=$(cat slurm/slurmctld.log slurm/slurmd.log | grep -m1 fatal || echo 'no node is idle after 30 s')
  return 1
}
