// Before the package is packed: the types of its public entries, from what tsc declares, one file for each and those that they
// share. Its tools are not among the packages that everybody installs: package.json beside it.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const declared = 'dist/.declared';
const entries = { index: 'index', testing: 'testing/testing', jest: 'testing/jest', vitest: 'testing/vitest' };

/** Of a schema one reads what it makes; zod's own types are three times ours, and do not compile in every setting. */
const readingZod = {
  name: 'reading-zod',
  resolveId: (id) => (id === 'zod' ? fileURLToPath(new URL('zod.d.ts', import.meta.url)) : null),
};

/** What a record says in a sentence is a text, to whoever reads it: the sentence itself is in the bundle. */
const proseAsText = {
  name: 'prose-as-text',
  renderChunk: (code) =>
    code.replace(
      /(\b(?:sentence|remedy|hint|when|example|meaning|description): )(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")(?=;)/g,
      '$1string',
    ),
};

/** big.js declares itself for `require`, in a package of its own that nobody has: here it is imported by name, which tsc writes as a
 * member of its own constructor where it infers it. */
const namedBig = {
  name: 'named-big',
  transform: (code, id) =>
    id.endsWith('@types/big.js/index.d.ts')
      ? code.replace(/export = Big;\s*export as namespace Big;/, 'export { Big };')
      : code.replaceAll('import("big.js").BigConstructor.Big', 'import("big.js").Big'),
};

execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--outDir', declared], { stdio: 'inherit' });
rmSync('dist/types', { recursive: true, force: true });
const bundle = await rollup({
  input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, `${declared}/${path}.d.ts`])),
  external: [/^node:/, 'vitest', '@jest/globals', 'immutable', 'express'],
  plugins: [readingZod, namedBig, dts({ respectExternal: true })],
  onwarn: ({ code, message }) => {
    if (code !== 'PLUGIN_WARNING') throw new Error(`The types cannot be bundled: ${message}`);
  },
});
await bundle.write({
  dir: 'dist/types',
  entryFileNames: '[name].d.cts',
  chunkFileNames: 'shared-[hash].d.cts',
  plugins: [proseAsText],
});
await bundle.close();
rmSync(declared, { recursive: true });
// Vitest is imported as a module: it has the very types that the others have.
writeFileSync('dist/types/vitest.d.ts', "export * from './vitest.cjs';\n");
