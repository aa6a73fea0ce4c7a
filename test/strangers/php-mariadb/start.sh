#!/bin/bash
# Starts a MariaDB of its own on a unix socket, php-fpm and nginx; all end with this script, and the data goes.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
: "${PORT:?}" "${AGENT_TOKEN:?}"
export AGENT_ID=${AGENT_ID:-1001} CHOICES=${CHOICES:-}
PATH=/usr/sbin:/usr/bin:/sbin:/bin
php check-choices.php || exit 2

run=$(mktemp -d "${TMPDIR:-/tmp}/php-mariadb.XXXXXX")
export DATABASE_SOCKET=$run/mariadb.sock RATE_FILE=$run/rate
started=()

clean_up() {
  trap '' TERM INT
  # nobody needs the data again, so no orderly end; each has a process group, for its workers end with it
  for pid in "${started[@]}"; do
    kill -KILL "-$pid" "$pid" 2>/dev/null || true
  done
  wait 2>/dev/null || true
  rm -rf "$run"
}
trap clean_up EXIT
trap 'exit 0' TERM INT

# the death signal: should this script be killed, nothing stays behind
as_www=(setpriv --pdeathsig TERM)
takes() { [[ ",${CHOICES// /}," == *",$1,"* ]]; }

write_configuration() {
  local keepalive_s=75 nodelay=on postpone_bytes=1460 launch=
  takes connection-close && keepalive_s=0
  takes two-writes && nodelay=off postpone_bytes=0
  takes sessions && launch="location = /launch { include $run/fastcgi.conf; }"
  mkdir "$run/code"
  cp ./*.php schema.sql "$run/code"
  for file in nginx.conf fastcgi.conf php-fpm.conf; do
    sed -e "s|@RUN@|$run|g" -e "s|@PORT@|$PORT|" -e "s|@KEEPALIVE_S@|$keepalive_s|" -e "s|@NODELAY@|$nodelay|" \
      -e "s|@POSTPONE_BYTES@|$postpone_bytes|" -e "s|@LAUNCH@|$launch|" "$file" >"$run/$file"
  done
}

in_background() {
  setsid "$@" &
  started+=($!)
}

write_configuration
if [ "$(id -u)" = 0 ]; then
  # MariaDB and php-fpm refuse to run as root
  chown -R www-data: "$run"
  as_www=(setpriv --reuid www-data --regid www-data --clear-groups "${as_www[@]}")
fi

mariadb_options=(--no-defaults --datadir="$run/db" --innodb-log-file-size=8M --innodb-buffer-pool-size=64M)
in_background "${as_www[@]}" mariadb-install-db "${mariadb_options[@]}" --auth-root-authentication-method=normal \
  --skip-test-db --skip-name-resolve >"$run/install.log" 2>&1
wait "${started[0]}" || { cat "$run/install.log" >&2; exit 1; }
started=()

in_background "${as_www[@]}" mariadbd "${mariadb_options[@]}" --skip-networking --socket="$DATABASE_SOCKET" \
  --innodb-flush-log-at-trx-commit=0 --max-connections=64 >"$run/mariadb.log" 2>&1
until [ -S "$DATABASE_SOCKET" ]; do
  kill -0 "${started[0]}" || { cat "$run/mariadb.log" >&2; exit 1; }
  sleep 0.1
done
php create-accounts.php

php_fpm=$(ls /usr/sbin/php-fpm[0-9]* | sort -V | tail -n 1)
in_background "${as_www[@]}" "$php_fpm" --fpm-config "$run/php-fpm.conf" >"$run/php.out" 2>&1
until [ -S "$run/php.sock" ]; do
  kill -0 "${started[1]}" || { cat "$run/php.out" "$run/php.log" >&2; exit 1; }
  sleep 0.1
done
in_background "${as_www[@]}" nginx -e "$run/nginx.log" -c "$run/nginx.conf"
# written once the port is bound
until [ -s "$run/nginx.pid" ]; do
  kill -0 "${started[2]}" || { cat "$run/nginx.log" >&2; exit 1; }
  sleep 0.1
done
echo ready
wait -n "${started[@]}"
