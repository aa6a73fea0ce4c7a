import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadScenarios } from '../../src/formats/scenario/load-scenarios.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { type Tables, tablesOf } from './tables.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A table of a page, with the marks around it. */
const block = (name: string): RegExp => new RegExp(`(<!--${name}-->\\n)(?:[\\s\\S]*?\\n)?(<!--/${name}-->)`);

let all: Readonly<Record<string, Tables>>;
beforeAll(async () => {
  const knownRequirements = requirements.map(({ id }) => id);
  all = tablesOf(await loadScenarios(['scenarios'], { knownRequirements, cwd: root }));
});

describe.each(Object.keys(tablesOf([])))('%s', (page) => {
  it('has the tables that the records make', () => {
    const tables = Object.entries(all[page] ?? {});
    const read = (): string => readFileSync(root + page, 'utf8');
    const made = tables.reduce(
      (text, [name, make]) => text.replace(block(name), (_, begin, end) => `${begin}${make()}\n${end}`),
      read(),
    );
    // UPDATE=1 writes them again, to be read in the diff.
    if (process.env['UPDATE'] === '1') writeFileSync(root + page, made);
    expect(read()).toBe(made);
    expect(tables.map(([name]) => name).filter((name) => !block(name).test(made))).toEqual([]);
  });

  it('says something in the last cell of every row, where that explains', () => {
    const isFree = (name: string): boolean => ['overrides', 'operations', 'coverage'].includes(name);
    const told = Object.entries(all[page] ?? {}).filter(([name]) => !isFree(name));
    const rows = told.flatMap(([, make]) => make().split('\n'));
    expect(rows.filter((row) => /\| *\|$/.test(row))).toEqual([]);
  });
});
