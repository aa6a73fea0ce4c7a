import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../formats/package-files.ts';
import { parseScenario } from '../formats/scenario/parse-scenario.ts';
import { parsedSuite } from '../formats/scenario/parsed-suite.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';

let read: readonly Scenario[] | undefined;

/** The conformance suite, read at once: a test runner wants its cases before it runs any. */
export const shippedCases = (): readonly Scenario[] => {
  read ??= parsedSuite({ root: packagePath('.') }) ?? parseAll();
  return read;
};

const parseAll = (): Scenario[] =>
  readdirSync(packagePath('scenarios'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join('scenarios', name))
    .sort((one, other) => (one < other ? -1 : 1))
    .map((file) => parseScenario({ file, text: readFileSync(packagePath(file), 'utf8') }));
