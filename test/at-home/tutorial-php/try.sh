#!/usr/bin/env bash
# docs/tutorial-php.md, word for word: its files are written, its commands are run, and what it shows of their output appears.
# Install scripts are off: where the native driver has no prebuilt binary, it would be compiled for minutes.
export npm_config_ignore_scripts=true
exec node "$(dirname "$0")/../run-tutorial.js" docs/tutorial-php.md
