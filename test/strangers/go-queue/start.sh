#!/bin/bash
# Builds the agent into a temporary directory, runs it, and removes the directory when it ends.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
agent=
trap 'rm -rf "$work"' EXIT
trap 'if [ -n "$agent" ]; then kill -TERM "$agent" 2>/dev/null; else exit 143; fi' TERM INT

export GOCACHE=${GOCACHE:-${HOME:+$HOME/.cache/go-build}}
export GOCACHE=${GOCACHE:-$work/cache}
# Without the repository's state in the binary: reading it needs git, and takes longer than the build.
(cd "$here" && GOFLAGS=-buildvcs=false GOWORK=off go build -o "$work/agent" .) || exit 1

# The agent must not outlive this script, not even when the script is killed without a word.
setpriv --pdeathsig TERM "$work/agent" &
agent=$!
wait "$agent"
code=$?
# A signal ends the first wait: the second one waits for the agent to finish.
while kill -0 "$agent" 2>/dev/null; do
  wait "$agent"
  code=$?
done
exit "$code"
