// The types of the public entries: one file for each, and one that they share, without the packages that are bundled.
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { publicEntries } from './entries.js';

/** Of an ordered map one reads: the rest of Immutable's types are four times as long as all of ours. */
const readingImmutable = {
  name: 'reading-immutable',
  resolveId: (id) => (id === 'immutable' ? fileURLToPath(new URL('ordered-map.d.ts', import.meta.url)) : null),
};

/** Of a schema one reads what it makes: zod's types are as long as all of ours. */
const readingZod = {
  name: 'reading-zod',
  resolveId: (id) => (id === 'zod' ? fileURLToPath(new URL('zod.d.ts', import.meta.url)) : null),
};

/** big.js declares itself for `require`: here it is imported by name. */
const namedBig = {
  name: 'named-big',
  transform: (code, id) =>
    id.endsWith('@types/big.js/index.d.ts')
      ? code.replace(/export = Big;\s*export as namespace Big;/, 'export { Big };')
      : null,
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

/** What other packages say of their types stands in their documents: a tenth of the size. What is said to the compiler stays. */
const withoutTheirComments = {
  name: 'without-their-comments',
  transform: (code, id) =>
    id.includes('/node_modules/') ? code.replace(/\/\*\*(?:(?!\*\/|@ts-)[\s\S])*\*\/\s*/g, '') : null,
};

/** Indented by one: a sixth of the size. */
const narrow = {
  name: 'narrow',
  renderChunk: (code) => code.replace(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 4)),
};

/** Bundles the types; gives the paths of what is inside. */
export const bundleDeclarations = async () => {
  await rm('dist/types', { recursive: true, force: true });
  const bundle = await rollup({
    input: publicEntries('.d.ts'),
    external: [/^node:/, 'vitest', '@jest/globals', 'express'],
    plugins: [readingImmutable, readingZod, namedBig, withoutTheirComments, dts({ respectExternal: true })],
    onwarn: ({ code, message }) => {
      if (code !== 'PLUGIN_WARNING') throw new Error(`The types cannot be bundled: ${message}`);
    },
  });
  const { output } = await bundle.write({
    dir: 'dist/types',
    format: 'es',
    entryFileNames: '[name].d.cts',
    chunkFileNames: 'shared-[hash].d.cts',
    plugins: [proseAsText, narrow],
  });
  await bundle.close();
  // A module has the very types that `require` gives, as it has the very objects.
  for (const { name } of output.filter(({ isEntry }) => isEntry)) {
    await writeFile(`dist/types/${name}.d.ts`, `export * from './${name}.cjs';\n`);
  }
  return output.flatMap(({ moduleIds }) => moduleIds ?? []);
};
