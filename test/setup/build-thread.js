// @ts-check
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}node_modules/.cache/walletproof`;

/** The thread of the journal as tests start it (start-thread.ts): from the sources, once for all of them. */
const buildThread = async () => {
  const outdir = `${folder}/${process.pid}`;
  await mkdir(outdir, { recursive: true });
  const { metafile } = await build({
    entryPoints: [`${root}src/journal/journal-thread.ts`],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: ['better-sqlite3'],
    logLevel: 'warning',
    metafile: true,
  });
  // Others may be testing the same sources: what the entry imports is there before it.
  const files = Object.keys(metafile.outputs).map((path) => basename(path));
  for (const file of files.toSorted((one) => (one === 'journal-thread.mjs' ? 1 : -1))) {
    await rename(`${outdir}/${file}`, `${folder}/${file}`);
  }
  await rm(outdir, { recursive: true });
};

// biome-ignore lint/style/noDefaultExport: Jest asks for one
export default buildThread;
