#!/usr/bin/env bash
# A load as an array job of Slurm, and a job that merges its reports. Submits both, waits for the merge, and ends with its
# exit code, which is the verdict:
#
#   WALLETPROOF_TOKEN=YOUR-TOKEN CALLBACK_URL=http://agent.example:8080/callback bash slurm.sh
#
# It is started on a file system that all nodes share, walletproof is in the PATH of the nodes, and the tasks have the
# environment of the shell that submits them. A task that comes too late for START_AT does not play, and the merge says that its
# slice is missing: leave time for the queue, at most an hour.
set -euo pipefail

: "${CALLBACK_URL:?where the agent takes callbacks}"
export CALLBACK_URL
export SLICES=${SLICES:-50}
export START_AT=${START_AT:-$(date -u -d "+${LEAD_SECONDS:-120} seconds" +%FT%TZ)}
# Of the whole load: players and rate are shared evenly. Words are split as they stand.
usual='--player-pattern load-{n}:USD --players 100000 --rate 10000/s --max-rate 10000/s --ramp 30s --for 4m --max-callbacks 3000000'
export LOAD_OPTIONS=${LOAD_OPTIONS:-$usual}
export FOLDER=${FOLDER:-load-$(date -u +%Y%m%dT%H%M%SZ)}
mkdir -p "$FOLDER"

# Which slice a task is: SLURM_ARRAY_TASK_ID, and SLURM_ARRAY_TASK_COUNT says of how many.
load=$(
  sbatch --parsable --job-name walletproof-load --array "1-$SLICES" --cpus-per-task "${CPUS_PER_TASK:-2}" --mem "${MEMORY:-1G}" \
    --time 15 --no-requeue --signal B:INT@120 --output "$FOLDER/slice-%a.log" <<'JOB'
#!/usr/bin/env bash
set -f
exec walletproof load "$CALLBACK_URL" $LOAD_OPTIONS --start-at "$START_AT" --out "$FOLDER/slice-$SLURM_ARRAY_TASK_ID.json"
JOB
)

# After them all, however they ended: a slice that found a breach ends with 1.
sbatch --wait --job-name walletproof-merge --dependency "afterany:$load" --time 15 --output "$FOLDER/merge.log" <<'JOB' || code=$?
#!/usr/bin/env bash
# The file of a slice is empty until the slice has ended.
exec walletproof load merge $(find "$FOLDER" -name 'slice-*.json' -size +0) --reporter pretty --reporter html="$FOLDER/report.html" --reporter json="$FOLDER/report.json"
JOB
cat "$FOLDER/merge.log"
exit "${code:-0}"
