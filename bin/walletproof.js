#!/usr/bin/env node
// CommonJS, as bin/package.json says: Node's loader of modules takes a quarter of what Node itself takes to start.
const { existsSync } = require('node:fs');

/** Only a checkout has it: a command there may be older than what it is made of. */
const checkout = `${__dirname}/../build/stale.cjs`;
if (existsSync(checkout)) require(checkout).warnOfDist();

const { main } = require('../dist/bundle/main.js');

main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});

// Where nothing is left to do and `main` has not said how it went, it did not go well; Node says 13 of a module, too.
process.once('exit', () => {
  process.exitCode ??= 13;
});
