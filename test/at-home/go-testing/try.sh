#!/usr/bin/env bash
# A wallet in Go, tested by Go's testing: green as it is, red with the report's own text where it debits a repeated bet again.
set -uo pipefail
cp -R "$(dirname "$0")/project/." .
npm install --silent --no-save --ignore-scripts "$WALLETPROOF_TARBALL" || exit 1
cp node_modules/walletproof/recipes/languages/walletproof_test.go . || exit 1
. "$(dirname "$0")/../green-and-red.sh"
GOFLAGS=-mod=mod GOCACHE="$PWD/.go-cache" green_and_red go test -count=1 .
