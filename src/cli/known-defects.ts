import { readFileSync } from 'node:fs';
import type { KnownDefect } from '../report/explain.ts';
import { exampleAgentFile } from './example-agent-file.ts';

/** The defects of the example agent, by what is said of them. The build writes that apart: with the defects themselves comes the whole agent. */
export const knownDefects = (): readonly KnownDefect[] =>
  JSON.parse(readFileSync(exampleAgentFile('defects.json'), 'utf8'));
