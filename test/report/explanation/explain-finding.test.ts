import { describe, expect, it } from '@jest/globals';
import { explainFinding } from '../../../src/report/explanation/explain-finding.ts';
import { findings } from '../../../src/spec/finding.ts';
import { smallLibrary } from './small-library.ts';

describe('the explanation of a finding', () => {
  it('has its sentence, where to look, and its weight', () => {
    expect(explainFinding('win-not-reverted', smallLibrary)).toMatchObject({
      kind: 'finding',
      code: 'win-not-reverted',
      weight: 'breach',
      sentence: findings['win-not-reverted'].sentence,
      hint: findings['win-not-reverted'].hint,
    });
  });

  it('names the requirements that it can break', () => {
    const { requirements } = explainFinding('win-not-reverted', smallLibrary);
    expect(requirements.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['RB-02', 'RB-10', 'FS-09']),
    );
    expect(requirements.map(({ id }) => id)).not.toContain('RB-01');
  });

  it('names the requirement of its own first', () => {
    const { requirements } = explainFinding('error-with-balance', smallLibrary);
    expect(requirements.map(({ id }) => id)).toEqual(['ERR-02', 'BAL-04']);
  });

  it('names a defect that is there for it before one where it only follows', () => {
    const { defects, commands } = explainFinding('win-not-reverted', smallLibrary);
    expect(defects.map(({ name }) => name)).toEqual(['win-kept', 'rollback-ignored']);
    expect(commands).toEqual(['walletproof demo --defect win-kept']);
  });

  it('promises no command where no defect shows it', () => {
    expect(explainFinding('forked-history', smallLibrary)).toMatchObject({
      defects: [],
      commands: [],
    });
  });
});
