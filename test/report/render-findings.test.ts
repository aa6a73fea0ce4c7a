import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { explainFinding, type Library } from '../../src/report/explain.ts';
import { renderFindings } from '../../src/report/render-findings.ts';
import { causeCodes, causes } from '../../src/spec/cause.ts';
import { findingCodes, findingGroups } from '../../src/spec/finding.ts';
import { shippedLibrary, smallLibrary } from './explain-library.ts';

const file = new URL('../../docs/findings.md', import.meta.url);

const rendered = (library: Library): string =>
  renderFindings(findingCodes.map((code) => explainFinding(code, library)));

const small = rendered(smallLibrary);

/** The text below a heading, to the next heading. */
const sectionOf = (page: string, name: string): string =>
  (page.split(`\n### ${name}\n\n`)[1] ?? '').split(/\n##+ /)[0] ?? '';

describe('docs/findings.md', () => {
  let shipped: Library = smallLibrary;
  beforeAll(async () => {
    shipped = await shippedLibrary();
  });

  it('is made of the findings and causes, the requirements and the defects', () => {
    // UPDATE=1 writes it again, to be read in the diff.
    const page = rendered(shipped);
    if (process.env['UPDATE'] === '1') writeFileSync(file, page);
    expect(readFileSync(file, 'utf8')).toBe(page);
  });

  it('names at least one requirement for every finding', () => {
    const page = rendered(shipped);
    const bare = findingCodes.filter((code) => !sectionOf(page, code).includes('(requirements.md#'));
    expect(bare).toEqual([]);
  });
});

describe('the page of findings', () => {
  it('has every finding once, in a group', () => {
    expect(new Set(Object.values(findingGroups).flat())).toEqual(new Set(findingCodes));
    for (const code of findingCodes) expect(small.split(`\n### ${code}\n`)).toHaveLength(2);
  });

  it('has the weight, the requirement, the defects and a command of a finding', () => {
    const section = sectionOf(small, 'win-not-reverted');
    expect(section).toMatch(/^\*breach\*\n/);
    expect(section).toContain('[RB-02](requirements.md#RB-02)');
    expect(section).toContain('- Defects that show it: `win-kept`, `rollback-ignored`\n');
    expect(section).toContain('```bash\nwalletproof demo --defect win-kept\n```');
  });

  it('marks what fails the run at any level', () => {
    expect(sectionOf(small, 'not-applied')).toMatch(/^\*breach, always fails the run\*\n/);
  });

  it('says that a note is reported, not that it breaks something', () => {
    const section = sectionOf(small, 'observed');
    expect(section).toMatch(/^\*note\*\n/);
    expect(section).toContain('- Reported under: SIG [16](requirements.md#SIG-16)');
  });

  it.each(causeCodes)('has the effect and the remedy of the cause %s', (code) => {
    const section = sectionOf(small, code).replaceAll('`', '');
    expect(section).toMatch(new RegExp(`^\\*${causes[code].effect}\\*\n`));
    expect(section).toContain(`**What to do:** ${causes[code].remedy.replaceAll('`', '')}`);
  });
});
