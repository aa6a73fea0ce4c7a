import { describe, expect, it } from '@jest/globals';
import type { BaselineEntry, RequirementResult } from '../../src/formats/run.ts';
import { applyBaseline, nextBaseline } from '../../src/judge/baseline.ts';
import { aFinding, aRequirement, aRun } from '../report/run-builder.ts';
import { strictly } from '../report/whole-run.ts';

const today = '2026-06-15';

const entry = (given: Partial<BaselineEntry> = {}): BaselineEntry => ({
  requirement: 'IDEM-01',
  code: 'duplicate-applied',
  reason: 'W-812',
  ...given,
});

const apply = (results: readonly RequirementResult[], ...entries: readonly BaselineEntry[]) =>
  applyBaseline(results, { file: 'baseline.yaml', entries }, today);

const broken = aRequirement({ verdict: 'failed', findings: [aFinding()] });

describe('a breach that the baseline has', () => {
  it('is known, with the reason of its entry, and stays failed', () => {
    const { requirements, baseline } = apply([broken], entry());
    expect(requirements).toEqual([{ ...broken, known: true, findings: [{ ...aFinding(), known: 'W-812' }] }]);
    expect(baseline).toEqual({ file: 'baseline.yaml', known: 1, stale: [], expired: [] });
  });

  it('leaves the requirement failing where another finding has no entry', () => {
    const other = aFinding({ code: 'stale-balance' });
    const two = { ...broken, findings: [aFinding(), other] };
    const [result] = apply([two], entry()).requirements;
    expect(result).toEqual({ ...two, findings: [{ ...aFinding(), known: 'W-812' }, other] });
    expect(apply([two], entry(), entry({ code: 'stale-balance' })).baseline.known).toBe(1);
  });

  it('needs no entry for the notes beside it', () => {
    const note = aFinding({ weight: 'note', code: 'observed' });
    const [result] = apply([{ ...broken, findings: [note, aFinding()] }], entry()).requirements;
    expect(result?.known).toBe(true);
  });
});

describe('what the baseline does not excuse', () => {
  it.each<[string, Partial<BaselineEntry>]>([
    ['a breach of another requirement', { requirement: 'IDEM-02' }],
    ['another breach of the requirement', { code: 'stale-balance' }],
    ['a breach whose last day was yesterday', { expires: '2026-06-14' }],
  ])('%s', (_what, given) => {
    expect(apply([broken], entry(given)).requirements).toEqual([broken]);
  });

  it.each(['inconclusive', 'blocked', 'skipped'] as const)('what is %s', (verdict) => {
    const open = aRequirement({ verdict, reason: 'no answer' });
    const { requirements, baseline } = apply([open], entry());
    expect(requirements).toEqual([open]);
    expect(baseline).toMatchObject({ known: 0, stale: [], expired: [] });
  });

  it('a note', () => {
    const note = aFinding({ weight: 'note' });
    const noted = aRequirement({ verdict: 'observed', findings: [note] });
    expect(apply([noted], entry()).requirements).toEqual([noted]);
  });
});

describe('an entry', () => {
  it('counts on its last day', () => {
    const { baseline } = apply([broken], entry({ expires: today }));
    expect(baseline).toMatchObject({ known: 1, expired: [] });
  });

  it('says how long it counts', () => {
    const [result] = apply([broken], entry({ expires: '2026-12-31' })).requirements;
    expect(result?.findings[0]?.known).toBe('W-812 (until 2026-12-31)');
  });

  it('is expired where its breach is still there after that', () => {
    const late = entry({ expires: '2026-06-14' });
    expect(apply([broken], late).baseline).toMatchObject({ stale: [], expired: [late] });
  });

  it.each(['passed', 'warned', 'observed', 'failed'] as const)(
    'is stale where the requirement %s without its breach',
    (verdict) => {
      const result = aRequirement({ verdict, findings: [aFinding({ code: 'stale-balance' })] });
      expect(apply([result], entry()).baseline.stale).toEqual([entry()]);
    },
  );

  it('is stale, and not expired, where its breach is gone after its last day', () => {
    const late = entry({ expires: '2026-06-14' });
    expect(apply([aRequirement()], late).baseline).toMatchObject({ stale: [late], expired: [] });
  });

  it('is not stale where the run did not judge its requirement', () => {
    expect(apply([], entry()).baseline.stale).toEqual([]);
  });
});

const known: BaselineEntry = {
  requirement: 'IDEM-01',
  code: 'duplicate-applied',
  reason: 'W-812',
};

const failing = aRequirement({
  verdict: 'failed',
  findings: [aFinding(), aFinding(), aFinding({ weight: 'note', code: 'observed' })],
});

describe('the next baseline', () => {
  it('adds each breach that fails the run once, its reason to be filled in', () => {
    expect(nextBaseline(aRun({ requirements: [failing] }), [])).toEqual({
      gone: new Set(),
      added: [{ ...known, reason: 'to be filled in' }],
    });
  });

  it('keeps what it has of breaches that are still there', () => {
    const { gone, added } = nextBaseline(aRun({ requirements: [failing] }), [known]);
    expect([gone.size, added]).toEqual([0, []]);
  });

  it('takes out what is gone, and only where that was judged', () => {
    const other = { ...known, requirement: 'RB-02' };
    const skipped = aRequirement({ id: 'RB-02', verdict: 'skipped' });
    const run = aRun({ requirements: [aRequirement(), skipped] });
    expect(nextBaseline(run, [other, known]).gone).toEqual(new Set([1]));
  });

  it('adds a warning where the run was strict, for there it fails', () => {
    const warned = aRequirement({ level: 'should', verdict: 'warned', findings: [aFinding()] });
    const run = aRun({ requirements: [warned] });
    expect(nextBaseline(run, []).added).toEqual([]);
    expect(nextBaseline(strictly(run), []).added).toHaveLength(1);
  });
});
