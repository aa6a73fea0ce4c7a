// The pages that a browser loads: everything they need, nothing from elsewhere. See docs/decisions/0010.
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** A page takes types of formats and of the admin API, never their schemas. */
const refuseSchemas = {
  name: 'refuse-schemas',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(zod|yaml)$/ }, ({ path, importer }) => ({
      errors: [{ text: `${path} does not belong in a page: ${importer} imports it` }],
    })),
};

const pages = ['dashboard', 'game'];

/** Bundles the pages; gives the paths of what is inside. */
export const bundlePages = async () => {
  await rm('dist/ui', { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: Object.fromEntries(pages.map((name) => [`${name}/${name}`, `src/ui/${name}/main.tsx`])),
    outdir: 'dist/ui',
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    // Else a letter that is not English takes six bytes. Module scripts are always read as UTF-8.
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [refuseSchemas],
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  for (const name of pages) {
    await copyFile(`src/ui/${name}/index.html`, `dist/ui/${name}/index.html`);
  }
  await Promise.all(Object.keys(metafile.outputs).map(pack));
  return Object.keys(metafile.inputs);
};

/** Browsers take it like that: the plain file is not needed beside it. */
const pack = async (path) => {
  await writeFile(`${path}.gz`, gzipSync(await readFile(path), { level: 9 }));
  await rm(path);
};
