import { readFileSync } from 'node:fs';
import { packagePath } from '../formats/package-files.ts';
import type { KnownDefect } from '../report/explain.ts';

/** A file of the example agent as it is built: build/program.js. */
export const exampleAgentFile = (name: string): string => packagePath(`dist/bundle/agent/${name}`);

/** The defects of the example agent, by what is said of them. The build writes that apart: with the defects themselves comes the whole agent. */
export const knownDefects = (): readonly KnownDefect[] =>
  JSON.parse(readFileSync(exampleAgentFile('defects.json'), 'utf8'));
