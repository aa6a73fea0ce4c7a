import { describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import { renderRun } from '../../../src/report/pretty/render-run.ts';
import type { BaselineResult, Run } from '../../../src/spec/run.ts';
import { aFinding, aRequirement, aRun } from '../run-builder.ts';

const render = (given: Partial<Run>): string =>
  renderRun(aRun(given), { columns: 100, paint: new Chalk({ level: 0 }), rerun: ['walletproof'] });

const baseline = (given: Partial<BaselineResult> = {}): BaselineResult => ({
  file: 'baseline.yaml',
  known: 0,
  stale: [],
  expired: [],
  ...given,
});

const known = aRequirement({
  verdict: 'failed',
  known: true,
  findings: [
    aFinding({ known: 'W-812 (until 2026-12-31)' }),
    aFinding({ known: 'W-812 (until 2026-12-31)', line: 9 }),
    aFinding({ code: 'stale-balance', known: 'W-813', message: 'It is old.' }),
  ],
});

const entry = { requirement: 'RB-02', code: 'win-not-reverted', reason: 'W-7' };

describe('known breaches', () => {
  const text = render({
    requirements: [aRequirement({ id: 'BET-01' }), known],
    baseline: baseline({ known: 1 }),
  });

  it('have a section of their own, with the reason, each code once', () => {
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Known breaches IDEM-01 duplicate-applied: W-812 (until 2026-12-31). tx_17 was debited twice',
    );
    expect(text.match(/W-812/g)).toHaveLength(1);
    expect(text).toContain('stale-balance: W-813. It is old.');
  });

  it('are no breaches of this run', () => {
    expect(text).not.toContain('breach 1 of');
    expect(text).not.toContain('--only');
    expect(text.trim().split('\n')[0]).toBe(
      'CONFORMANT: 1 requirement passed, none is newly broken, with 1 known breach',
    );
  });

  it('are not counted among the new ones', () => {
    const requirements = [known, aRequirement({ id: 'RB-02', verdict: 'failed' })];
    expect(render({ verdict: 'nonconformant', requirements })).toContain(
      'the agent breaks 1 requirement: RB-02\n',
    );
  });

  it('about a should are no warnings', () => {
    const requirements = [{ ...known, level: 'should', verdict: 'warned' } as const];
    const told = render({ requirements, baseline: baseline({ known: 1 }) });
    expect(told).toContain('Known breaches');
    expect(told).not.toContain('warning 1 of');
  });
});

describe('entries of the baseline', () => {
  it('that are stale are named, with what to do', () => {
    const text = render({ verdict: 'nonconformant', baseline: baseline({ stale: [entry] }) });
    expect(text).toContain('the agent breaks nothing new, but 1 entry of the baseline must go\n');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Baseline baseline.yaml stale RB-02 win-not-reverted (W-7): the run does not show it any more. Take the entry out.',
    );
  });

  it('that are expired are named, with their last day', () => {
    const expired = [{ ...entry, expires: '2026-01-01' }];
    expect(render({ baseline: baseline({ expired }) }).replaceAll(/\s+/g, ' ')).toContain(
      'expired RB-02 win-not-reverted (W-7): its last day was 2026-01-01, and it is still broken. Mend it, or give it another day.',
    );
  });

  it('are not mentioned where all is well', () => {
    expect(render({ baseline: baseline() })).not.toContain('baseline.yaml');
  });
});

describe('a strict run', () => {
  it('names the warning that fails it', () => {
    const { setup } = aRun();
    const requirements = [aRequirement({ level: 'should', verdict: 'warned' })];
    const run = {
      verdict: 'nonconformant',
      requirements,
      setup: { ...setup, strict: true },
    } as const;
    expect(render(run)).toContain('the agent breaks 1 requirement: IDEM-01\n');
  });
});
