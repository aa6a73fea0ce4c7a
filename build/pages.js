// The pages that a browser loads: everything they need, nothing from elsewhere. See docs/decisions/0010.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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

/** Writes the pages; gives the paths of what is inside. */
export const buildPages = async () => {
  const { metafile, outputFiles } = await build({
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
    write: false,
    logLevel: 'warning',
  });
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    // Browsers take it like that: the plain file is not needed beside it.
    writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
  }
  for (const name of pages) copyFileSync(`src/ui/${name}/index.html`, `dist/ui/${name}/index.html`);
  return Object.keys(metafile.inputs);
};
