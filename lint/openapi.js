// Holds both OpenAPI documents, as a platform serves them, against Redocly's strictest rules. test/api does that with what is
// really sent and answered.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const serve = spawn(process.execPath, ['bin/walletproof.js', 'serve', '--port', '0', '--journal', ':memory:'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise((resolve, reject) => {
  createInterface(serve.stdout).on('line', (line) => {
    const [, ready] = /ready on (http:\S+)/.exec(line) ?? [];
    if (ready !== undefined) resolve(ready);
  });
  serve.once('exit', (code) => reject(new Error(`serve ended with ${code}`)));
});
const config = await createConfig({
  extends: ['recommended-strict'],
  rules: { 'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false } },
});
let count = 0;
for (const name of ['openapi.json', 'platform.openapi.json']) {
  const source = await (await fetch(`${url}/__admin/${name}`)).text();
  for (const { ruleId, message, location } of await lintFromString({ source, config })) {
    count += 1;
    console.log(`${name}: ${ruleId}: ${message} ${location.map(({ pointer }) => pointer).join(' ')}`);
  }
}
serve.kill();
console.log(`${count} complaints of the OpenAPI documents`);
process.exitCode = count === 0 ? 0 : 1;
