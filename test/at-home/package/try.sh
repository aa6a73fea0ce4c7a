#!/usr/bin/env bash
# The package itself: its size, and that it installs and works wherever Node does.
exec node "$(dirname "$0")/try-package.js"
