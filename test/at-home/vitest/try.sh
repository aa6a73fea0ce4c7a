#!/usr/bin/env bash
# A wallet tested by Vitest: walletTest, its conformance suite and the matchers, in processes and in threads.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cp -R "$here/project/." "$here/../wallet/." .
npm install --silent --no-save --ignore-scripts "$WALLETPROOF_TARBALL" || exit 1
. "$here/../tries.sh"
vitest='node_modules/.bin/vitest run'

green 'processes' $vitest
green 'threads' $vitest --pool threads
green 'the types' node_modules/.bin/tsc -p .
red duplicate "$duplicate" Vitest $vitest
red kept-win "$kept_win" Vitest $vitest wallet.test
red race "$race" Vitest $vitest wallet.test
exit $code
