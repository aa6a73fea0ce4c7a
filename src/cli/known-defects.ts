import { existsSync, readFileSync } from 'node:fs';
import type { KnownDefect } from '../report/explain.ts';
import { exampleAgentFile } from './example-agent-file.ts';

/** The defects of the example agent, by what is said of them. */
export const knownDefects = async (): Promise<readonly KnownDefect[]> => {
  // The build writes them apart: with the defects themselves comes the whole agent.
  const said = exampleAgentFile('defects.json');
  if (existsSync(said)) return JSON.parse(readFileSync(said, 'utf8'));
  const { defects } = (await import(exampleAgentFile('defects.js'))) as {
    defects: readonly KnownDefect[];
  };
  return defects.map(({ name, requirement, sentence }) => ({ name, requirement, sentence }));
};
