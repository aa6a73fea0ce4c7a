// Bundles the executable: fewer and smaller files to find and compile make it start sooner.
// The library (dist/index.js) is what tsc wrote. See docs/decisions/0004-the-executable-is-bundled.md.
import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

const outdir = 'dist/bundle';

await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: ['dist/cli/main.js'],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifyWhitespace: true,
  minifySyntax: true,
  // A native module; and two whose large tables are only read when somebody needs them.
  external: ['better-sqlite3', 'iconv-lite', 'mime-db'],
  // CommonJS dependencies call require for Node's own modules.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
  logLevel: 'warning',
});
