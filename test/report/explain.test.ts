import { describe, expect, it } from '@jest/globals';
import { explainFinding, explainRequirement, type RequirementExplanation } from '../../src/report/explain.ts';
import { findings } from '../../src/spec/finding.ts';
import { findRequirement } from '../../src/spec/requirements/catalogue.ts';
import { smallLibrary } from './explain-library.ts';

const explained = (id: string): RequirementExplanation => {
  const requirement = findRequirement(id);
  if (requirement === undefined) throw new Error(`no requirement ${id}`);
  return explainRequirement(requirement, smallLibrary);
};

describe('the explanation of a requirement', () => {
  it('has the words of the catalogue and the heading of the section', () => {
    expect(explained('RB-02')).toMatchObject({
      kind: 'requirement',
      id: 'RB-02',
      level: 'must',
      section: '6',
      heading: 'Events',
      title: 'refunds the bet and takes the win back',
      why: findRequirement('RB-02')?.why,
      judgedBy: 'scenarios',
    });
  });

  it('has the defects and scenarios of this requirement only', () => {
    const { defects, scenarios } = explained('RB-02');
    expect(defects).toEqual([{ name: 'win-kept', sentence: 'Does win-kept.' }]);
    expect(scenarios.map(({ file }) => file)).toEqual(['scenarios/conformance/rollback/bet-and-win.yaml']);
  });

  it('has the findings that can be charged to it, with their sentences', () => {
    expect(explained('RB-02').findings[0]).toEqual({
      code: 'win-not-reverted',
      sentence: 'The rollback refunded the bet but left the win with the player.',
    });
  });

  it('shows it on the example agent, then on the own one', () => {
    expect(explained('RB-02').commands).toEqual([
      'walletproof demo --defect win-kept --only RB-02',
      'walletproof test http://127.0.0.1:8080/callback --only RB-02',
    ]);
  });

  it('plays the whole suite for what every answer shows', () => {
    expect(explained('BAL-01').commands).toEqual([
      'walletproof demo --defect text-balance --only BAL-01',
      'walletproof test http://127.0.0.1:8080/callback --only BAL-01',
    ]);
  });
});

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
    expect(requirements.map(({ id }) => id)).toEqual(expect.arrayContaining(['RB-02', 'RB-10', 'FS-09']));
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
