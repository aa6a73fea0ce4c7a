// The conformance suite as it is parsed: who starts a command does not wait for 115 files of YAML.
import { writeFile } from 'node:fs/promises';
import { serialize } from 'node:v8';
import { brotliCompressSync } from 'node:zlib';

/** Writes what `src/formats/scenario/parsed-suite.ts` reads; the bundle is there already. */
export const writeSuite = async () => {
  const { shippedScenarios } = await import('../dist/formats/package-files.js');
  await writeFile('dist/bundle/suite.bin', brotliCompressSync(serialize(await shippedScenarios())));
};
