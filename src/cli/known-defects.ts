import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { KnownDefect } from '../report/explain.ts';
import { exampleAgentFile } from './example-agent-file.ts';

/** The defects of the example agent, by what is said of them. */
export const knownDefects = async (): Promise<readonly KnownDefect[]> => {
  // The build writes them apart, packed: with the defects themselves comes the whole agent.
  const said = exampleAgentFile('defects.bin');
  if (existsSync(said)) return JSON.parse(brotliDecompressSync(readFileSync(said)).toString());
  const { defects } = (await import(exampleAgentFile('defects.js'))) as {
    defects: readonly KnownDefect[];
  };
  return defects.map(({ name, requirement, sentence }) => ({ name, requirement, sentence }));
};
