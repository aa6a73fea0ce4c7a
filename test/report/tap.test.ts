import { describe, expect, it } from '@jest/globals';
import { Parser } from 'tap-parser';
import type { Run } from '../../src/formats/run.ts';
import { renderTap } from '../../src/report/tap.ts';
import { harmlessIn } from '../../src/text/harmless-output.ts';
import { aRequirement, aRun } from './run-builder.ts';
import { aHostileRun, aMixedRun, hostileTexts, strictly } from './whole-run.ts';

interface TapTest {
  readonly ok: boolean;
  readonly name: string;
  readonly skip: boolean | string;
  readonly todo: boolean | string;
  readonly diag?: { readonly message: string; readonly findings?: readonly string[] };
}

/** Reads the report as a harness does. */
const parsed = (run: Run) => {
  const tests: TapTest[] = [];
  const strange: string[] = [];
  let results: { ok: boolean; count: number; bailout: boolean | string } | undefined;
  const parser = new Parser({ strict: true }, (final) => {
    results = final;
  });
  parser.on('assert', (test: TapTest) => tests.push(test));
  parser.on('extra', (line: string) => strange.push(line));
  parser.end(renderTap(run));
  return { tests, strange, results };
};

const testOf = (run: Run, id: string) => parsed(run).tests.find(({ name }) => name.startsWith(`${id} `));

describe('renderTap', () => {
  it('begins with the version, and has a plan for its tests', () => {
    expect(renderTap(aMixedRun())).toMatch(/^TAP version 14\n(?:# .*\n)+1\.\.9\n/);
    const { tests, results } = parsed(aMixedRun());
    expect(tests).toHaveLength(9);
    expect(results).toMatchObject({ ok: false, count: 9 });
  });

  it('is ok for a conformant run', () => {
    expect(parsed(aRun()).results).toMatchObject({ ok: true, count: 1 });
  });

  it('tells a breach with diagnostics', () => {
    const test = testOf(aMixedRun(), 'SIG-03');
    expect(test?.ok).toBe(false);
    expect(test?.diag).toMatchObject({
      message: expect.stringMatching(/^tx_17 was debited twice/),
      verdict: 'failed',
      section: '5',
      findings: [expect.stringContaining('expected: 989.76\n'), expect.anything()],
    });
  });

  it('skips what is skipped or blocked, with the reason', () => {
    expect(testOf(aMixedRun(), 'BAL-01')).toMatchObject({
      ok: true,
      skip: 'skipped: no second player is configured',
    });
    expect(testOf(aMixedRun(), 'BAL-02')?.skip).toBe('blocked on SIG-03');
  });
});

describe('directives and bail out in TAP', () => {
  it('takes a known breach for something to do, and does not count it', () => {
    const [, , , , , , , known] = aMixedRun().requirements;
    const run = aRun({ requirements: known === undefined ? [] : [aRequirement(), known] });
    expect(testOf(run, 'BAL-04')).toMatchObject({ ok: false, todo: 'known: mended in May' });
    expect(parsed(run).results?.ok).toBe(true);
  });

  it('is not ok where a requirement could not be judged', () => {
    expect(testOf(aMixedRun(), 'BAL-03')).toMatchObject({
      ok: false,
      diag: { message: 'somebody else used player-1' },
    });
  });

  it('is not ok for a warned should of a strict run', () => {
    expect(testOf(strictly(aMixedRun()), 'SIG-14')?.ok).toBe(false);
  });

  it('takes no words of a requirement for a directive', () => {
    const title = 'takes a # TODO and a \\ for text # SKIP';
    const run = aRun({ requirements: [aRequirement({ title, verdict: 'failed' })] });
    expect(parsed(run).tests).toEqual([
      expect.objectContaining({
        ok: false,
        skip: false,
        todo: false,
        name: `IDEM-01 must ${title}`,
      }),
    ]);
  });

  it('bails out of a run without judgement', () => {
    const run = aRun({
      verdict: 'inconclusive',
      requirements: [aRequirement({ verdict: 'blocked', reason: 'unreachable' })],
      root: { reason: 'Nothing listens there.', remedy: 'Start the agent.' },
    });
    expect(parsed(run).results).toMatchObject({
      ok: false,
      bailout: 'Nothing listens there. Start the agent.',
    });
  });
});

describe('what an agent says in TAP', () => {
  it.each(hostileTexts)('has the same tests, whatever the agent says: %j', (text) => {
    const shape = (run: Run) => parsed(run).tests.map(({ ok, skip, todo }) => [ok, skip !== false, todo !== false]);
    const harmless = { ...aHostileRun('harmless') };
    expect(shape(aHostileRun(text))).toEqual(shape(harmless));
    expect(parsed(aHostileRun(text)).strange).toEqual([]);
    expect(parsed(aHostileRun(text)).results?.bailout).toBe(false);
  });
});

describe('diagnostics', () => {
  it.each(hostileTexts)('are left as they are by the gate that they leave through: %j', (text) => {
    const lines = renderTap(aHostileRun(text)).split('\n');
    const diagnostics = lines.filter((line) => line.startsWith('  '));
    expect(diagnostics.length).toBeGreaterThan(5);
    expect(diagnostics.map(harmlessIn.text)).toEqual(diagnostics);
  });
});
