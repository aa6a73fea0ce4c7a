#!/usr/bin/env bash
# recipes/load/slurm.sh on Slurm itself, on this machine alone: an array of four plays one agent that loses updates, and a second
# job merges what the four have seen. Where Slurm cannot run, the reason is told, and four processes play the same slices, as they
# do with SLURM=no in the environment.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
recipe=$here/../../../recipes/load/slurm.sh

npm install --silent --no-save --ignore-scripts "$WALLETPROOF_TARBALL" || exit 1
export PATH="$PWD/node_modules/.bin:$PATH"
source "$here/start-slurm.sh"

started=()
# What Slurm may start for a job has ended with it; the youngest ends first.
end_started() {
  local i
  for ((i = ${#started[@]} - 1; i >= 0; i--)); do
    kill "${started[i]}" 2>/dev/null && wait "${started[i]}" 2>/dev/null
  done
}
trap end_started EXIT

start_agent() {
  node node_modules/walletproof/dist/bundle/agent/main.js --port 0 --defect lost-update \
    --player 'load-{1..40}:USD=1000.00' >agent.out 2>&1 &
  started+=($!)
  local tries
  for tries in $(seq 100); do
    CALLBACK_URL=$(sed -n 's/^agent ready on //p' agent.out)
    [ -n "$CALLBACK_URL" ] && return
    sleep 0.1
  done
  cat agent.out
  exit 1
}

start_agent
export CALLBACK_URL FOLDER=slices SLICES=4 LEAD_SECONDS=12 CPUS_PER_TASK=1 MEMORY=500M
export LOAD_OPTIONS='--player-pattern load-{n}:USD --players 40 --rate 200/s --ramp 2s --for 10s'

# The recipe without a scheduler: a process for each slice.
play_processes() {
  export START_AT=$(($(date +%s) + 5)) SLURM_ARRAY_JOB_ID=1 SLURM_ARRAY_TASK_COUNT=$SLICES
  mkdir -p "$FOLDER"
  local slice playing=()
  for slice in $(seq "$SLICES"); do
    SLURM_ARRAY_TASK_ID=$slice walletproof load "$CALLBACK_URL" $LOAD_OPTIONS --start-at "$START_AT" \
      --out "$FOLDER/slice-$slice.json" >"$FOLDER/slice-$slice.log" 2>&1 &
    playing+=($!)
  done
  wait "${playing[@]}"
  walletproof load merge "$FOLDER"/slice-*.json --reporter pretty --reporter json="$FOLDER/report.json"
}

if [ "${SLURM:-}" = no ]; then
  echo 'ok four processes play, as SLURM=no says'
  play_processes >played.txt 2>&1
elif start_slurm; then
  echo 'ok Slurm runs'
  timeout 100 bash "$recipe" >played.txt 2>&1
else
  echo "ok Slurm does not run here, four processes play instead: $reason"
  play_processes >played.txt 2>&1
fi
code=$?
node "$here/check-report.js" "$FOLDER" "$code" || { cat played.txt slices/slice-*.log slurm/*.log 2>/dev/null; exit 1; }
