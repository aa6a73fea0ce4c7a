#!/bin/bash
# Starts a Redis of its own on a unix socket in a temporary directory and the agent on it; takes both away at the end.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
redis=
agent=

clean_up() {
  [ -n "$agent" ] && kill -KILL "$agent" 2>/dev/null
  [ -n "$redis" ] && kill -TERM "$redis" 2>/dev/null
  wait
  rm -rf "$work"
}
trap clean_up EXIT
trap 'if [ -n "$agent" ]; then kill -TERM "$agent" 2>/dev/null; else exit 143; fi' TERM INT

# Nothing is written to disk: the wallet begins anew with every start. Neither process must outlive this script, not
# even when the script is killed without a word.
setpriv --pdeathsig KILL redis-server --port 0 --unixsocket "$work/redis.sock" --unixsocketperm 700 \
  --dir "$work" --save '' --appendonly no --daemonize no --logfile "$work/redis.log" &
redis=$!
for _ in $(seq 100); do
  [ -S "$work/redis.sock" ] && break
  kill -0 "$redis" 2>/dev/null || { cat "$work/redis.log" >&2; exit 1; }
  sleep 0.05
done

REDIS_SOCKET=$work/redis.sock setpriv --pdeathsig TERM node "$here/agent.mjs" &
agent=$!
wait "$agent"
code=$?
# A signal ends the first wait: the second one waits for the agent to finish.
while kill -0 "$agent" 2>/dev/null; do
  wait "$agent"
  code=$?
done
agent=
exit "$code"
