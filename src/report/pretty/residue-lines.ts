import type { Run, ScenarioResult } from '../../spec/run.ts';
import { wrappedLines } from '../wrapped-lines.ts';
import type { Page } from './page.ts';
import { proseColumns } from './page.ts';

const residueOf = ({ residue = [], file }: ScenarioResult): string[] =>
  residue.map((account) => `${account} (${file})`);

/** What could not be given back to the players. */
export const residueLines = ({ scenarios }: Run, page: Page): string[] => {
  const lines = scenarios
    .flatMap(residueOf)
    .flatMap((text) => wrappedLines(text, proseColumns(page, 2)))
    .map((line) => `  ${line}`);
  return lines.length === 0 ? [] : [page.paint.bold('Left with the players'), ...lines];
};
