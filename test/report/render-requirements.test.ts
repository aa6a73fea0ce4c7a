import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { explainRequirement, type Library } from '../../src/report/explain.ts';
import { renderRequirements } from '../../src/report/render-requirements.ts';
import { requirementGroups, requirements } from '../../src/spec/requirements/catalogue.ts';
import type { Level } from '../../src/spec/verdict.ts';
import { shippedLibrary, smallLibrary } from './explain-library.ts';

const file = new URL('../../docs/requirements.md', import.meta.url);

const rendered = (library: Library): string =>
  renderRequirements(requirements.map((each) => explainRequirement(each, library)));

describe('docs/requirements.md', () => {
  let shipped: Library = smallLibrary;
  beforeAll(async () => {
    shipped = await shippedLibrary();
  });

  it('is the catalogue with its scenarios and defects', () => {
    // UPDATE=1 writes it anew, to be read in the diff.
    if (process.env['UPDATE'] === '1') writeFileSync(file, rendered(shipped));
    expect(readFileSync(file, 'utf8')).toBe(rendered(shipped));
  });
});

describe('the catalogue in Markdown', () => {
  it('has a heading for every requirement, under its group', () => {
    const headings = rendered(smallLibrary)
      .split('\n')
      .filter((line) => line.startsWith('### '));
    expect(headings).toHaveLength(requirements.length);
    expect(rendered(smallLibrary)).toContain('## RB: rollback\n\n<a id="RB-01"></a>\n\n### RB-01: ');
  });

  it('links the scenarios and names the defects', () => {
    const path = 'scenarios/conformance/rollback/bet-and-win.yaml';
    expect(rendered(smallLibrary)).toContain(
      `- Shown by [${path}](../${path}): A rollback takes the win back\n- Broken by the defect \`win-kept\`: Does win-kept.`,
    );
  });

  it('lets no character of a sentence become markup', () => {
    const text = rendered({
      ...smallLibrary,
      defects: [{ ...ownDefect, sentence: 'a_b _c_ *d* <e>' }],
    });
    expect(text).toContain('a_b \\_c\\_ \\*d\\* \\<e>');
  });
});

const ownDefect = { name: 'win-kept', requirement: 'RB-02' };

const readmeFile = new URL('../../README.md', import.meta.url);

const block = /<!-- coverage -->\n[\s\S]*?\n<!-- \/coverage -->/;

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

const rowFor = (group: string, about: string, { scenarios, defects }: Library): string => {
  const isOurs = (id: string): boolean => id.startsWith(`${group}-`);
  const own = requirements.filter(({ id }) => isOurs(id));
  const count = (level: Level): number => own.filter((each) => each.level === level).length;
  const shown = scenarios.filter((each) => each.requirements.some(isOurs)).length;
  const broken = defects.filter(({ requirement }) => isOurs(requirement)).length;
  return row([`\`${group}\``, about, ...[count('must'), count('should'), count('observe')], ...[shown, broken]]);
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
  const readme = readFileSync(readmeFile, 'utf8');
  // UPDATE=1 writes it anew, to be read in the diff.
  if (process.env['UPDATE'] === '1') writeFileSync(readmeFile, readme.replace(block, table));

  expect(block.exec(readFileSync(readmeFile, 'utf8'))?.[0]).toBe(table);
});
