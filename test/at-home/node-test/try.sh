#!/usr/bin/env bash
# A wallet tested by node:test, which needs no adapter.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cp -R "$here/project/." "$here/../wallet/." .
npm install --silent --no-save --ignore-scripts "$WALLETPROOF_TARBALL" || exit 1
. "$here/../tries.sh"

green node:test node --test
red duplicate "$duplicate" node:test node --test
red kept-win "$kept_win" node:test node --test
red race "$race" node:test node --test
exit $code
