import { describe, expect, it } from '@jest/globals';
import { parse, validate } from 'ctrf';
import type { Run } from '../../src/formats/run.ts';
import { renderCtrf } from '../../src/report/ctrf.ts';
import { aRun } from './run-builder.ts';
import { aHostileRun, aMixedRun, hostileTexts, strictly } from './whole-run.ts';

/** Reads the report and holds it against the schema of the format. */
const parsed = (run: Run) => {
  const text = renderCtrf(run);
  expect(validate(JSON.parse(text))).toMatchObject({ valid: true });
  return parse(text);
};

const testOf = (run: Run, id: string) => parsed(run).results.tests.find(({ name }) => name.startsWith(`${id} `));

describe('renderCtrf', () => {
  it.each([
    ['SIG-01', 'passed', 'passed'],
    ['SIG-03', 'failed', 'failed'],
    ['SIG-14', 'passed', 'warned'],
    ['SIG-16', 'passed', 'observed'],
    ['BAL-01', 'skipped', 'skipped'],
    ['BAL-02', 'pending', 'blocked'],
    ['BAL-03', 'other', 'inconclusive'],
    ['BAL-04', 'skipped', 'known'],
  ])('gives %s the status %s', (id, status, rawStatus) => {
    expect(testOf(aMixedRun(), id)).toMatchObject({ status, rawStatus });
  });

  it('tells a breach with its evidence and its place', () => {
    expect(testOf(aMixedRun(), 'SIG-03')).toMatchObject({
      suite: ['section 5', 'SIG'],
      tags: ['SIG-03', 'must'],
      message: expect.stringMatching(/^tx_17 was debited twice/),
      trace: expect.stringContaining('expected: 989.76\nactual: 979.52'),
      filePath: 'scenarios/idempotency/repeated-bet.yaml',
      line: 7,
    });
  });

  it('fails a warned should of a strict run', () => {
    expect(testOf(strictly(aMixedRun()), 'SIG-14')?.status).toBe('failed');
  });
});

describe('a whole run in CTRF', () => {
  it('counts each status, and when the run was', () => {
    const { summary } = parsed(aMixedRun()).results;
    const start = Date.parse('2026-01-01T00:00:00.000Z');
    expect(summary).toMatchObject({ tests: 9, passed: 3, failed: 2, skipped: 2, pending: 1 });
    expect(summary).toMatchObject({ other: 1, suites: 3, start, stop: start + 1900 });
  });

  it('gives a requirement the time of the scenarios that show it', () => {
    expect(parsed(aRun()).results.tests[0]?.duration).toBe(12);
  });

  it('says of a partial run that it is one', () => {
    const { results } = parsed(aRun({ partial: true }));
    expect(results.extra).toMatchObject({ partial: true, verdict: 'conformant', seed: 42 });
    expect(results.summary.other).toBe(1);
  });

  it.each(hostileTexts)('stays valid and free of control characters for %j', (text) => {
    const report = renderCtrf(aHostileRun(text));
    expect(validate(JSON.parse(report))).toMatchObject({ valid: true });
    // Line ends inside a text are ours.
    expect(report).not.toMatch(/\\u(?:00[01]|d8)|\u202e|\ufffe/);
  });
});
