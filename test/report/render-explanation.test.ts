import { beforeAll, describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import { textWidth } from '../../src/base/text-table.ts';
import { type Explanation, explainFinding, explainRequirement, type Library } from '../../src/report/explain.ts';
import { renderExplanation } from '../../src/report/render-explanation.ts';
import { type FindingCode, findingCodes } from '../../src/spec/finding.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { shippedLibrary, smallLibrary } from './explain-library.ts';

const page = (columns: number, level: 0 | 1 = 0) => ({
  columns,
  paint: new Chalk({ level }),
});
const requirement = (id: string, library: Library = smallLibrary): Explanation[] =>
  requirements.filter((each) => each.id === id).map((each) => explainRequirement(each, library));
const [rollback] = requirement('RB-02');
const told = (columns: number, level?: 0 | 1): string =>
  rollback === undefined ? '' : renderExplanation(rollback, page(columns, level));

describe('the explanation of a requirement as text', () => {
  it('begins with what is asked, then why', () => {
    const lines = told(100).split('\n');
    expect(lines[0]).toBe('RB-02: the agent refunds the bet and takes the win back');
    expect(lines[2]).toMatch(/^ {2}why {12}Refunding the bet alone/);
  });

  it('says level, section, bugs, findings, scenarios and commands', () => {
    expect(told(100)).toContain('level          must: a breach fails the run');
    expect(told(100)).toContain('specification  section 6, Events');
    expect(told(100)).toContain('Bugs that break it\n  win-kept  Does win-kept.');
    expect(told(100)).toContain('Findings about it\n  win-not-reverted');
    expect(told(100)).toContain('rollback/bet-and-win.yaml  A rollback takes the win back');
    expect(told(100)).toContain('\n  walletproof demo --defect win-kept --only RB-02\n');
  });

  it('leaves a part out that has nothing to say', () => {
    const [told] = requirement('REQ-03');
    const text = told === undefined ? '' : renderExplanation(told, page(100));
    expect(text).toContain('REQ-03');
    expect(text).not.toContain('Bugs that break it');
    expect(text).not.toMatch(/\n\n\n|\n\n$/);
  });

  it('puts texts below their names where the page is narrow', () => {
    expect(told(40)).toContain('  win-not-reverted\n    The rollback refunded');
  });

  it('has colours only where they are wanted', () => {
    expect(told(100, 1)).toContain('\u001b[1mRB-02');
    expect(told(100)).not.toContain('\u001b');
  });
});

describe('the explanation of a finding as text', () => {
  const text = (code: FindingCode): string => renderExplanation(explainFinding(code, smallLibrary), page(100));

  it('says what it means, where to look, and what it breaks', () => {
    expect(text('error-with-balance')).toBe(`error-with-balance

  means          The answer carries error and content.balance together.
  where to look  Answer either content.balance or error with message, never both.
  weight         breach: against the requirement: a must fails, any other requirement gets a warning

Requirements it can break
  ERR-02 (must)  answers an error or a balance, never both together
  BAL-04 (must)  answers getBalance in the same way with and without freespins
`);
  });

  it('says what fails the run at any level', () => {
    expect(text('not-applied')).toContain(
      'weight         breach: it fails the run, whatever the level of the requirement',
    );
    expect(text('wrong-arithmetic')).toMatch(
      /weight +breach: it fails the run, whatever the level of the requirement\n/,
    );
    expect(text('double-application')).toMatch(
      /weight +breach: it fails the run, but where the specification leaves\s+open/,
    );
  });

  it('says that a note is reported, not that it breaks something', () => {
    expect(text('observed')).toMatch(/Requirements it is reported under\n {2}SIG-16\b/);
  });

  it('names a requirement, whichever finding it is', () => {
    const bare = findingCodes.filter((code) => !/^ {2}[A-Z]+-\d\d/m.test(text(code)));
    expect(bare).toEqual([]);
  });

  it('names many requirements by their ids only', () => {
    expect(text('wrong-balance')).toMatch(/Requirements it can break\n {2}SIG-17 BAL-02\.\.04 BET-/);
  });
});

describe('every explanation', () => {
  let all: readonly Explanation[] = [];
  beforeAll(async () => {
    const library = await shippedLibrary();
    all = [
      ...requirements.map((each) => explainRequirement(each, library)),
      ...findingCodes.map((code) => explainFinding(code, library)),
    ];
  });

  it('fits a terminal of 80 columns, names of files and commands aside', () => {
    const tooWide = all
      .flatMap((each) => renderExplanation(each, page(80)).split('\n'))
      .filter((line) => textWidth(line) > 80 && !/^ {2}(walletproof |scenarios\/)/.test(line));
    expect(all.length).toBeGreaterThan(150);
    expect(tooWide).toEqual([]);
  });
});
