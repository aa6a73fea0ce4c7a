#!/usr/bin/env bash
# Clients of the admin API and of the platform's API, generated from the documents that serve hands out: they compile, and every call works.
set -uo pipefail
cp -R "$(dirname "$0")/project/." .
npm install --silent --no-save --ignore-scripts "$WALLETPROOF_TARBALL" openapi-fetch@0.17.0 openapi-typescript@7.13.0 typescript@5.9.3 @types/node@20.19.43 || exit 1
. "$(dirname "$0")/../start-serve.sh"
start_serve --port 0 --journal :memory:
export PLATFORM_URL
for document in openapi:admin platform.openapi:platform; do
  curl -sf "$PLATFORM_URL/__admin/${document%:*}.json" >document.json &&
    node_modules/.bin/openapi-typescript document.json -o "${document#*:}.d.ts" >generated.txt 2>&1 || { cat generated.txt; exit 1; }
  if grep -qi warn generated.txt; then echo "not ok ${document%:*}.json is taken without a warning" && cat generated.txt; else
    echo "ok ${document%:*}.json is taken without a warning"
  fi
done
node_modules/.bin/tsc && echo 'ok the clients compile' || { echo 'not ok the clients compile'; exit 1; }
node --test --test-reporter=spec built/client.js || { echo 'not ok every call is answered as its type says'; exit 1; }
echo 'ok every call is answered as its type says'
