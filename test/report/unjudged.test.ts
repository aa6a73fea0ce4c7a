import { describe, expect, it } from '@jest/globals';
import { unjudgedOf } from '../../src/report/unjudged.ts';
import { aFinding, aRequirement, aRun } from './run-builder.ts';

const blockedBy = (id: string, root: string) =>
  aRequirement({ id, verdict: 'blocked', reason: `blocked by ${root}: wrong`, blockedBy: root });

describe('what was not judged', () => {
  it('is together by its reason, whatever is blocked by the requirements of one cause', () => {
    const broken = ['RB-02', 'RB-10'].map((id) =>
      aRequirement({ id, verdict: 'failed', findings: [aFinding({ code: 'win-not-reverted', requirement: id })] }),
    );
    const requirements = [...broken, blockedBy('SIG-07', 'RB-02'), blockedBy('BET-11', 'RB-10')];
    expect(unjudgedOf(aRun({ requirements }))).toEqual([
      { verdict: 'blocked', ids: ['SIG-07', 'BET-11'], reason: 'blocked by RB-02', short: 'blocked by RB-02' },
    ]);
  });

  it('has the reason in short without its remedy', () => {
    const reason = 'needs a way to restart the agent: configure hooks.restart';
    const requirements = [aRequirement({ verdict: 'skipped', reason })];
    expect(unjudgedOf(aRun({ requirements }))).toMatchObject([{ reason, short: 'needs a way to restart the agent' }]);
  });

  it('has the remedy of the cause that it hangs on', () => {
    const reason = 'refused alike';
    const cause = { code: 'refused-alike', message: reason, count: 2, remedy: 'look' } as const;
    const requirements = [aRequirement({ verdict: 'blocked', reason })];
    const causes = [{ ...cause, exchanges: [], requirements: ['IDEM-01'] }];
    expect(unjudgedOf(aRun({ requirements, causes }))).toMatchObject([
      { cause: { code: 'refused-alike', count: 2, remedy: 'look' } },
    ]);
  });

  it('comes with what nobody could tell first, and what was ruled out last', () => {
    const requirements = (['skipped', 'passed', 'blocked', 'inconclusive'] as const).map((verdict) =>
      aRequirement({ id: verdict, verdict, reason: verdict }),
    );
    expect(unjudgedOf(aRun({ requirements })).map(({ verdict }) => verdict)).toEqual([
      'inconclusive',
      'blocked',
      'skipped',
    ]);
  });
});
