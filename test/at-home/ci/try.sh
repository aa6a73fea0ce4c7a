#!/usr/bin/env bash
# The recipes for CI, step by step as far as a shell can, see try-recipes.js.
exec node "$(dirname "$0")/try-recipes.js"
