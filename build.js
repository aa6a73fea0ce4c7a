// Bundles the pages, and the executable: fewer and smaller files to find and compile make it start sooner.
// The library (dist/index.js) is what tsc wrote. See docs/decisions/0004-the-executable-is-bundled.md.
// With --is-current it only looks whether dist is of these sources: then nothing is built again.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { build } from 'esbuild';

/** What dist was built from; `began` until it is whole. */
const stamp = { began: 'dist/.sources-begun', whole: 'dist/.sources' };

/** Every file that the build reads, with its size and the time of its last change. */
const sources = () =>
  ['src', 'build.js', 'package-lock.json', 'tsconfig.json']
    .flatMap((path) =>
      statSync(path).isDirectory()
        ? readdirSync(path, { recursive: true }).map((name) => `${path}/${name}`)
        : [path],
    )
    .toSorted()
    .map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)
    .join('\n');

if (process.argv.includes('--is-current')) {
  const now = sources();
  if (existsSync(stamp.whole) && readFileSync(stamp.whole, 'utf8') === now) process.exit();
  // What a source that is gone was compiled to goes, too.
  rmSync('dist', { recursive: true, force: true });
  mkdirSync('dist');
  writeFileSync(stamp.began, now);
  process.exit(1);
}

const outdir = 'dist/bundle';

/**
 * Express loads these at its start, which takes longer than all the rest; nobody here calls them:
 * bodies are read by the platform itself, and the query parser is off.
 */
const leaveOut = (filter) => ({
  name: 'leave-out',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /./, namespace: 'left-out' }, ({ path }) => ({
      contents: `const leftOut = () => { throw new Error('${path} is left out of the bundle (build.js)'); };
        module.exports = new Proxy(leftOut, { get: () => leftOut });`,
    }));
  },
});

await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: { main: 'dist/cli/main.js', 'journal-thread': 'dist/journal/journal-thread.js' },
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifyWhitespace: true,
  minifySyntax: true,
  // A native module; and a large table that is only read when somebody needs it.
  external: ['better-sqlite3', 'mime-db'],
  plugins: [leaveOut(/^(body-parser|qs)$/)],
  // CommonJS dependencies call require for Node's own modules.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
  logLevel: 'warning',
});

/** A page takes types of formats and of the admin API, never their schemas. */
const refuseSchemas = {
  name: 'refuse-schemas',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(zod|yaml)$/ }, ({ path, importer }) => ({
      errors: [{ text: `${path} does not belong in a page: ${importer} imports it` }],
    })),
};

// The pages that a browser loads: everything they need, nothing from elsewhere.
const pages = ['dashboard', 'game'];
await rm('dist/ui', { recursive: true, force: true });
await build({
  entryPoints: Object.fromEntries(
    pages.map((name) => [`${name}/${name}`, `src/ui/${name}/main.tsx`]),
  ),
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
  logLevel: 'warning',
});
for (const name of pages) await copyFile(`src/ui/${name}/index.html`, `dist/ui/${name}/index.html`);
await rename(stamp.began, stamp.whole);
