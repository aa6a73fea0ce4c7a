import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { defects } from '../../fixtures/agents/example/index.ts';
import { type FindingCode, findings } from '../../src/spec/finding.ts';
import { findingsOf } from '../../src/spec/findings-of.ts';
import { findRequirement, requirements } from '../../src/spec/requirements/catalogue.ts';

const file = new URL('../../fixtures/agents/example/defect-findings.json', import.meta.url);
const shownBy = JSON.parse(readFileSync(file, 'utf8')) as Record<string, FindingCode[]>;

const codesOf = (id: string): readonly FindingCode[] => {
  const requirement = findRequirement(id);
  return requirement === undefined ? [] : findingsOf(requirement);
};

describe('the findings of a requirement', () => {
  it('are the listed ones where it lists them', () => {
    expect(codesOf('RB-14')).toEqual(['wrong-amounts-rolled-back', 'wrong-balance']);
  });

  it('are else those of its situations', () => {
    expect(codesOf('IDEM-01')).toEqual(expect.arrayContaining(['duplicate-applied', 'double-application']));
    expect(codesOf('IDEM-01')).not.toContain('win-not-reverted');
    expect(codesOf('ISO-01')).toContain('foreign-money-moved');
  });

  it('leave out what only the getBalance afterwards could show', () => {
    expect(codesOf('RB-04')).toContain('rollback-applied-again');
    expect(codesOf('RB-04')).not.toContain('not-applied');
    expect(codesOf('BAL-03')).toContain('not-applied');
  });

  it('are together all that there are', () => {
    const reached = new Set(requirements.flatMap(findingsOf));
    expect(Object.keys(findings).filter((code) => !reached.has(code as FindingCode))).toEqual([]);
  });
});

describe('what the defects of the example agent show', () => {
  it('is recorded for all of them, in known findings', () => {
    expect(new Set(Object.keys(shownBy))).toEqual(new Set(defects.map(({ name }) => name)));
    expect(
      Object.values(shownBy)
        .flat()
        .filter((code) => !(code in findings)),
    ).toEqual([]);
  });

  it('can be charged to the requirement that the defect is there to break', () => {
    const strangers = defects.filter(({ name, requirement }) => {
      const [first] = shownBy[name] ?? [];
      return first !== undefined && !codesOf(requirement).includes(first);
    });
    expect(strangers.map(({ name }) => name)).toEqual([]);
  });
});
