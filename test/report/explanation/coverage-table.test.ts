import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import type { Library } from '../../../src/report/explanation/library.ts';
import { requirementGroups } from '../../../src/spec/requirement-groups.ts';
import { requirements } from '../../../src/spec/requirements/catalogue.ts';
import type { Level } from '../../../src/spec/verdict.ts';
import { shippedLibrary } from './shipped-library.ts';

const file = new URL('../../../README.md', import.meta.url);
const block = /<!-- coverage -->\n[\s\S]*?\n<!-- \/coverage -->/;

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

const rowFor = (group: string, about: string, { scenarios, defects }: Library): string => {
  const isOurs = (id: string): boolean => id.startsWith(`${group}-`);
  const own = requirements.filter(({ id }) => isOurs(id));
  const count = (level: Level): number => own.filter((each) => each.level === level).length;
  const shown = scenarios.filter((each) => each.requirements.some(isOurs)).length;
  const broken = defects.filter(({ requirement }) => isOurs(requirement)).length;
  return row([
    `\`${group}\``,
    about,
    ...[count('must'), count('should'), count('observe')],
    ...[shown, broken],
  ]);
};

const tableOf = (library: Library): string =>
  [
    '<!-- coverage -->',
    row(['group', 'about', 'must', 'should', 'observe', 'scenarios', 'defects']),
    '|---|---|---|---|---|---|---|',
    ...Object.entries(requirementGroups).map(([group, about]) => rowFor(group, about, library)),
    '<!-- /coverage -->',
  ].join('\n');

it("the README's coverage table is what the catalogue, the scenarios and the defects say", async () => {
  const table = tableOf(await shippedLibrary());
  const readme = readFileSync(file, 'utf8');
  // UPDATE=1 writes it anew, to be read in the diff.
  if (process.env['UPDATE'] === '1') writeFileSync(file, readme.replace(block, table));

  expect(block.exec(readFileSync(file, 'utf8'))?.[0]).toBe(table);
});
