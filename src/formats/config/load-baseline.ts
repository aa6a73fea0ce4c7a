import { resolve } from 'node:path';
import type { BaselineEntry } from '../../spec/run.ts';
import { readTextFile } from '../document/read-text-file.ts';

export interface LoadedBaseline {
  readonly file: string;
  /** As it stands in the file. */
  readonly text: string;
  readonly entries: readonly BaselineEntry[];
}

/** A baseline file. Throws a WalletproofError where it is missing or wrong. */
export const loadBaseline = async (file: string): Promise<LoadedBaseline> => {
  const remedy = 'Give --baseline the path of a baseline file; --write-baseline FILE makes one.';
  const text = await readTextFile({ path: resolve(file), file, code: 'configuration', remedy });
  // Loaded here: most runs have no baseline, and YAML and zod take longer than the rest.
  const { parseBaseline } = await import('./parse-baseline.ts');
  return { file, text, entries: parseBaseline({ text, file }) };
};
