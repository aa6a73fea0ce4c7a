#!/usr/bin/env bash
# A wallet in Python, tested by pytest: green as it is, red with the report's own text where it debits a repeated bet again.
set -uo pipefail
cp -R "$(dirname "$0")/project/." .
npm install --silent --no-save --ignore-scripts "$WALLETPROOF_TARBALL" || exit 1
cp node_modules/walletproof/recipes/languages/walletproof_testing.py . || exit 1
. "$(dirname "$0")/../green-and-red.sh"
green_and_red python3 -m pytest -q -p no:cacheprovider
