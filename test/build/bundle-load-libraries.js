// Bundles use-load-libraries.js into this folder as the program is bundled: a bundler takes nothing from another realm, as a test of Jest is.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { leanLoadLibraries } from '../../build/load-libraries.js';
import { unusedModules } from '../../build/unused-modules.js';

const [, , folder] = process.argv;
const { output } = await build({
  input: fileURLToPath(new URL('use-load-libraries.js', import.meta.url)),
  platform: 'node',
  plugins: [unusedModules, ...leanLoadLibraries],
  output: { dir: folder, format: 'cjs', minify: true },
});
await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }');
console.log(output[0].code.length);
