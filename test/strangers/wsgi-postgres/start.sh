#!/bin/bash
# Starts a PostgreSQL of its own on a unix socket and the agent on it; both end with this script, and the data goes.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
: "${PORT:?}" "${AGENT_TOKEN:?}"
export AGENT_ID=${AGENT_ID:-1001} CHOICES=${CHOICES:-} PYTHONDONTWRITEBYTECODE=1
/usr/bin/python3 choices.py || exit 2

data=$(mktemp -d "${TMPDIR:-/tmp}/wsgi-postgres.XXXXXX")
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
as_postgres=()
if [ "$(id -u)" = 0 ]; then
  # PostgreSQL refuses to run as root
  chown postgres: "$data"
  as_postgres=(setpriv --reuid postgres --regid postgres --clear-groups)
fi
agent= database=

clean_up() {
  trap '' TERM INT
  [ -z "$agent" ] || kill -TERM "$agent" 2>/dev/null || true
  for _ in $(seq 15); do
    [ -n "$agent" ] && kill -0 "$agent" 2>/dev/null || break
    sleep 0.1
  done
  [ -z "$agent" ] || kill -KILL "$agent" 2>/dev/null || true
  # nobody needs the data again, so no orderly end
  [ -z "$database" ] || kill -QUIT "$database" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$data"
}
trap clean_up EXIT
trap 'exit 0' TERM INT

in_background() {
  # a trap waits for a command in the foreground
  "$@" &
  database=$!
  wait "$database"
  database=
}

in_background "${as_postgres[@]}" "$bin/initdb" --pgdata "$data/db" --username postgres --auth trust \
  --encoding UTF8 --locale C.UTF-8 --no-sync >"$data/initdb.log"
# the death signal: should this script be killed, the database does not stay behind
"${as_postgres[@]}" setpriv --pdeathsig QUIT "$bin/postgres" -D "$data/db" -c listen_addresses= \
  -c unix_socket_directories="$data" -c max_connections=64 -c fsync=off >"$data/postgres.log" 2>&1 &
database=$!
until "$bin/pg_isready" --quiet --host "$data"; do
  kill -0 "$database" || { cat "$data/postgres.log" >&2; exit 1; }
  sleep 0.1
done

export DATABASE="host=$data user=postgres dbname=postgres"
setpriv --pdeathsig TERM /usr/bin/gunicorn --config gunicorn.conf.py app:app &
agent=$!
wait -n "$agent" "$database"
