#!/usr/bin/env bash
# A wallet tested by Jest: in CommonJS, by ts-jest and in ES modules; a project that forgets to close its platform ends, too.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cp -R "$here/project/." "$here/../wallet/." .
npm install --silent --no-save --ignore-scripts "$WALLETPROOF_TARBALL" || exit 1
. "$here/../tries.sh"
jest=node_modules/.bin/jest

green 'CommonJS, two workers' $jest -w 2 -c commonjs/jest.config.js
red duplicate "$duplicate" CommonJS $jest -i -c commonjs/jest.config.js wallet.test
red kept-win "$kept_win" CommonJS $jest -i -c commonjs/jest.config.js wallet.test
red race "$race" CommonJS $jest -i -c commonjs/jest.config.js wallet.test
green 'a platform that nobody closes' $jest -i -c forgetful/jest.config.js
green 'ts-jest' $jest -i -c ts/jest.config.js
red duplicate "$duplicate" ts-jest $jest -i -c ts/jest.config.js wallet.test
green 'the types, skipLibCheck: false' node_modules/.bin/tsc -p ts
export NODE_OPTIONS='--experimental-vm-modules --no-warnings'
green 'ES modules' $jest -i -c esm/jest.config.json
red duplicate "$duplicate" 'ES modules' $jest -i -c esm/jest.config.json
exit $code
