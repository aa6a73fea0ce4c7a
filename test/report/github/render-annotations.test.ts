import { describe, expect, it } from '@jest/globals';
import { renderAnnotations } from '../../../src/report/github/render-annotations.ts';
import type { Run } from '../../../src/spec/run.ts';
import { aFinding, aRequirement, aRun } from '../run-builder.ts';
import { aHostileRun, aMixedRun, hostileTexts, strictly } from '../whole-run.ts';

const linesOf = (run: Run): string[] => renderAnnotations(run).split('\n').slice(0, -1);

const broken = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aRequirement({ id: `BET-${index + 1}`, verdict: 'failed', findings: [aFinding()] }),
  );

describe('renderAnnotations', () => {
  it('has an error for a breach, at its line of the scenario', () => {
    expect(linesOf(aMixedRun())[0]).toMatch(
      /^::error file=scenarios\/idempotency\/repeated-bet.yaml,line=7,title=SIG-03 must refuses a wrong signature%2C and moves nothing::tx_17 was debited twice: .*%0Aexpected: 989.76%0A/,
    );
  });

  it('has errors first, then warnings, then notices', () => {
    const told = linesOf(aMixedRun()).map((line) =>
      /^::(\w+) .*title=([\w-]+)/.exec(line)?.slice(1),
    );
    expect(told).toEqual([
      ['error', 'SIG-03'],
      ['error', 'baseline'],
      ['warning', 'SIG-14'],
      ['warning', 'BAL-03'],
      ['notice', 'BAL-04'],
    ]);
  });

  it('has an error for a warned should of a strict run', () => {
    expect(linesOf(strictly(aMixedRun()))[1]).toMatch(/^::error .*title=SIG-14/);
  });

  it('names no file for what no scenario showed', () => {
    const findings = [aFinding({ scenario: 'preflight' })];
    const requirements = [aRequirement({ verdict: 'failed', findings })];
    expect(linesOf(aRun({ requirements }))).toEqual([
      expect.stringMatching(/^::error title=IDEM-01/),
    ]);
  });

  it('says nothing of a conformant run', () => {
    expect(renderAnnotations(aRun())).toBe('');
  });
});

describe('many annotations', () => {
  it('has at most nine of a kind', () => {
    expect(linesOf(aRun({ requirements: broken(9) }))).toHaveLength(9);
    expect(linesOf(aRun({ requirements: broken(9) })).join()).not.toContain('more');
    const many = linesOf(aRun({ requirements: broken(30) }));
    expect(many).toHaveLength(9);
    expect(many[8]).toMatch(
      /^::error title=and 22 more::Not shown here: BET-9 must .*; BET-30 must/,
    );
  });

  it.each(hostileTexts)('has a line for each annotation, whatever the agent says: %j', (text) => {
    const commands = (run: Run) => linesOf(run).map((line) => /^::\w+ /.exec(line)?.[0]);
    expect(commands(aHostileRun(text))).toEqual(commands(aHostileRun('harmless')));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    expect(renderAnnotations(aHostileRun(text))).not.toMatch(/[\u0000-\u0008\u001b\r\u202e]/);
  });
});
