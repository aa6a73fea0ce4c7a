#!/usr/bin/env bash
# docs/tutorial-node.md, word for word: its files are written, its commands are run, and what it shows of their output appears.
exec node "$(dirname "$0")/../run-tutorial.js" docs/tutorial-node.md
