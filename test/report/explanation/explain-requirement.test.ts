import { describe, expect, it } from '@jest/globals';
import { explainRequirement } from '../../../src/report/explanation/explain-requirement.ts';
import type { RequirementExplanation } from '../../../src/report/explanation/explanation.ts';
import { findRequirement } from '../../../src/spec/requirements/catalogue.ts';
import { smallLibrary } from './small-library.ts';

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
    expect(scenarios.map(({ file }) => file)).toEqual([
      'scenarios/conformance/rollback/bet-and-win.yaml',
    ]);
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
