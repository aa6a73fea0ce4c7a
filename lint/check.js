// `npm run check`: types, lint, floors, dead code, types of the package, OpenAPI documents; every step is played, and what it took is told.
import { spawnSync } from 'node:child_process';
import './install.js';

const tools = 'lint/node_modules';
const steps = {
  types: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.test.json'],
  'types of the pages': ['node_modules/typescript/bin/tsc', '-p', 'src/ui'],
  lint: [`${tools}/@biomejs/biome/bin/biome`, 'check', '--error-on-warnings', '.'],
  floors: [
    `${tools}/dependency-cruiser/bin/dependency-cruise.mjs`,
    '--config',
    '.dependency-cruiser.cjs',
    'src',
    'bin',
  ],
  'dead code': [`${tools}/knip/bin/knip.js`, '--treat-config-hints-as-errors'],
  build: ['build/build.js'],
  'types of the package': ['lint/declarations.js'],
  'OpenAPI documents': ['lint/openapi.js'],
};

const failed = Object.entries(steps).filter(([name, args]) => {
  const began = Date.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  console.log(`check: ${name}: ${status === 0 ? 'right' : 'FAILED'}, ${Math.round((Date.now() - began) / 1000)} s`);
  return status !== 0;
});
if (failed.length > 0) console.log(`check failed: ${failed.map(([name]) => name).join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
