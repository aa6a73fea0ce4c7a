#!/usr/bin/env bash
# A wallet in PHP, tested by PHPUnit: green as it is, red with the report's own text where it debits a repeated bet again.
set -uo pipefail
cp -R "$(dirname "$0")/project/." .
npm install --silent --no-save --ignore-scripts "$WALLETPROOF_TARBALL" || exit 1
cp node_modules/walletproof/recipes/languages/Walletproof.php . || exit 1
. "$(dirname "$0")/../green-and-red.sh"
green_and_red phpunit --do-not-cache-result WalletTest.php
