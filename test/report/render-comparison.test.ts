import { describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import type { Comparison, RequirementChange } from '../../src/formats/comparison.ts';
import { renderComparison } from '../../src/report/render-comparison.ts';
import { aRun } from './run-builder.ts';

const difference = (given: Partial<RequirementChange> = {}): RequirementChange => ({
  requirement: 'IDEM-01',
  level: 'must',
  section: '6',
  title: 'applies a repeated makeBet once',
  before: { verdict: 'passed', codes: [] },
  now: { verdict: 'failed', codes: ['duplicate-applied'], message: 'tx_17 was debited twice.' },
  ...given,
});

const comparison = (given: Partial<Comparison> = {}): Comparison => ({
  before: aRun(),
  now: aRun({ verdict: 'nonconformant' }),
  newlyFailing: [],
  fixed: [],
  changed: [],
  appeared: [],
  disappeared: [],
  unchanged: 0,
  stillFailing: [],
  ...given,
});

const render = (given: Partial<Comparison> = {}): string =>
  renderComparison(comparison(given), {
    page: { columns: 100, paint: new Chalk({ level: 0 }) },
    before: 'old.json',
    now: 'new.json',
  });

describe('a comparison for people', () => {
  it('begins with the two runs and their verdicts', () => {
    const [before, , now] = render().split('\n');
    expect(before).toBe('before  CONFORMANT  old.json');
    expect(now).toBe('now     NOT CONFORMANT  new.json');
  });

  it('tells how each requirement stood and stands', () => {
    expect(render({ newlyFailing: [difference()] })).toContain(
      [
        'Newly failing',
        '  IDEM-01  the agent applies a repeated makeBet once',
        '    was  passed',
        '    now  failed (duplicate-applied): tx_17 was debited twice.',
        '',
      ].join('\n'),
    );
  });

  it('marks what the baseline excuses', () => {
    const now = { verdict: 'failed', codes: ['stale-balance'], known: true } as const;
    expect(render({ changed: [difference({ now })] })).toContain('now  failed, known (stale-balance)\n');
  });
});

describe('the rest of a comparison', () => {
  it('does not say twice that something is blocked', () => {
    const now = { verdict: 'blocked', codes: [], message: 'blocked by RB-02: no' } as const;
    expect(render({ changed: [difference({ now })] })).toContain('now  blocked by RB-02: no\n');
  });

  it('leaves out the side that a requirement is not in', () => {
    const { now: _, ...gone } = difference();
    const text = render({ disappeared: [gone] });
    expect(text).toContain('Disappeared\n');
    expect(text).not.toContain('    now');
  });

  it('ends with the counts', () => {
    expect(
      render({ fixed: [difference()], unchanged: 7 })
        .trim()
        .split('\n')
        .at(-1),
    ).toBe('nothing newly fails, 1 fixed, 0 changed, 0 appeared, 0 disappeared, 7 as before');
    expect(render({ newlyFailing: [difference(), difference()] })).toContain('2 newly failing, ');
  });

  it('names what fails in both in short', () => {
    expect(render({ stillFailing: ['RB-02', 'RB-03', 'RB-04'] })).toContain('Failing in both\n  RB-02..04\n');
  });

  it('shows nothing of the agent that a terminal would obey', () => {
    const now = { verdict: 'failed', codes: [], message: '\u001b[31mred\n\u0007' } as const;
    const text = render({ newlyFailing: [difference({ now })] });
    expect(text).toContain('failed: red\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});
