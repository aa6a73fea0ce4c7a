import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { explainRequirement } from '../../../src/report/explanation/explain-requirement.ts';
import type { Library } from '../../../src/report/explanation/library.ts';
import { renderRequirements } from '../../../src/report/explanation/render-requirements.ts';
import { requirements } from '../../../src/spec/requirements/catalogue.ts';
import { shippedLibrary } from './shipped-library.ts';
import { smallLibrary } from './small-library.ts';

const file = new URL('../../../docs/requirements.md', import.meta.url);
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
    expect(rendered(smallLibrary)).toContain('## RB: rollback\n\n### RB-01: ');
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
