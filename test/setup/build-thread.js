// @ts-check
import { mkdir, rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}node_modules/.cache/walletproof`;

/** The thread of the journal as tests start it (start-thread.ts): from the sources, once for all of them. */
const buildThread = async () => {
  const unfinished = `${folder}/journal-thread-${process.pid}.js`;
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [`${root}src/journal/journal-thread.ts`],
    outfile: unfinished,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: ['better-sqlite3'],
    logLevel: 'warning',
  });
  // Others may be testing the same sources.
  await rename(unfinished, `${folder}/journal-thread.mjs`);
};

// biome-ignore lint/style/noDefaultExport: Jest asks for one
export default buildThread;
