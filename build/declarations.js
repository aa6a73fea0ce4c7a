// Before the package is packed: the types of its public entries, from what tsc declares, one file for each and those that they
// share. rollup is not among the packages that everybody installs: lint/package.json.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../lint/', import.meta.url));
const { rollup } = require('rollup');
const { dts } = require('rollup-plugin-dts');

const declared = 'dist/.declared';
const entries = { index: 'index', testing: 'testing/testing', jest: 'testing/jest', vitest: 'testing/vitest' };

/** big.js declares itself for `require`, in a package of its own that nobody has: here it is imported by name. */
const namedBig = {
  name: 'named-big',
  transform: (code, id) =>
    id.endsWith('@types/big.js/index.d.ts')
      ? code.replace(/export = Big;\s*export as namespace Big;/, 'export { Big };')
      : null,
};

execFileSync(
  process.execPath,
  [
    'node_modules/typescript/bin/tsc',
    '--declaration',
    '--emitDeclarationOnly',
    '--sourceMap',
    'false',
    '--outDir',
    declared,
  ],
  { stdio: 'inherit' },
);
rmSync('dist/types', { recursive: true, force: true });
const bundle = await rollup({
  input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, `${declared}/${path}.d.ts`])),
  external: [/^node:/, 'vitest', '@jest/globals', 'zod', 'immutable', 'express'],
  plugins: [namedBig, dts({ respectExternal: true })],
  onwarn: ({ code, message }) => {
    if (code !== 'PLUGIN_WARNING') throw new Error(`The types cannot be bundled: ${message}`);
  },
});
await bundle.write({ dir: 'dist/types', entryFileNames: '[name].d.cts', chunkFileNames: 'shared-[hash].d.cts' });
await bundle.close();
rmSync(declared, { recursive: true });
// Vitest is imported as a module: it has the very types that the others have.
writeFileSync('dist/types/vitest.d.ts', "export * from './vitest.cjs';\n");
