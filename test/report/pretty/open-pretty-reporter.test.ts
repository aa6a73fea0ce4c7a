import { describe, expect, it } from '@jest/globals';
import type { ColorSupportLevel } from 'chalk';
import { textWidth } from '../../../src/base/text-table.ts';
import type { RunEvent } from '../../../src/formats/run.ts';
import { openReporter } from '../../../src/report/open-reporters.ts';
import { openPrettyReporter } from '../../../src/report/pretty/open-pretty-reporter.ts';
import { openStreamTarget } from '../../../src/report/report-target.ts';
import { aBrokenRun, aFinding, anExchange, aRequirement, aRun, aScenario, eventsOf } from '../run-builder.ts';
import { createTestStream, screenOf } from '../test-stream.ts';
import { aMixedRun, everyVerdict } from '../whole-run.ts';

interface Where {
  readonly columns?: number;
  readonly colourLevel?: ColorSupportLevel;
  readonly environment?: { readonly TERM?: string };
  readonly isVerbose?: boolean;
}

const told = async (events: readonly RunEvent[], where: Where = {}): Promise<string> => {
  const { columns, colourLevel = 0, environment = {}, isVerbose } = where;
  const { stream, text } = createTestStream(columns);
  const output = { stdout: stream, environment, colourLevel, isVerbose };
  const reporter = await openReporter({ name: 'pretty' }, output);
  for (const event of events) reporter.tell(event);
  await reporter.close();
  return text();
};

const twoScenarios = aRun({
  scenarios: [aScenario(), aScenario({ title: 'A second scenario', requirements: ['BAL-02'] })],
});

describe('the pretty reporter in a log', () => {
  it('says first what is played against whom, then nothing until the end', async () => {
    const lines = (await told(eventsOf(twoScenarios).slice(0, -1))).split('\n');
    expect(lines).toEqual(['2 scenarios against http://127.0.0.1:8080/callback (agent 1001)', '']);
  });

  it('gives a sign of life where it would be silent for two minutes', async () => {
    const { stream, text } = createTestStream();
    let nowMs = 0;
    const reporter = await openPrettyReporter({
      target: openStreamTarget(stream, true),
      colourLevel: 0,
      now: () => nowMs,
    });
    for (const event of eventsOf(twoScenarios).slice(0, -1)) {
      nowMs += 50_000;
      reporter.tell(event);
    }
    expect(text().split('\n').slice(1, -1)).toEqual(['2 of 2 scenarios after 4 min 10 s']);
  });

  it('writes a line for each finished scenario where it is verbose', async () => {
    const text = await told(eventsOf(twoScenarios), { isVerbose: true });
    expect(text).toContain('\nok   IDEM-01,08   A repeated makeBet is applied once  (12 ms)\n');
    expect(text).toContain('\nok   BAL-02       A second scenario  (12 ms)\n');
  });

  it('says at once why a scenario failed where it is verbose, each breach once', async () => {
    const run = aRun({ scenarios: [aScenario({ verdict: 'failed' })] });
    const text = await told(eventsOf(run, [aFinding(), aFinding({ message: 'Again.' })]), { isVerbose: true });
    expect(text).toContain('\nFAIL IDEM-01,08   A repeated makeBet');
    expect(text).toContain('\n     IDEM-01 duplicate-applied: tx_17 was debited twice');
    expect(text).not.toContain('Again.');
  });

  it('leaves what is noted without blame to the report', async () => {
    const run = aRun({ scenarios: [aScenario({ verdict: 'failed' })] });
    const note = aFinding({ weight: 'note', code: 'observed', message: 'It takes both.' });
    expect(await told(eventsOf(run, [note]), { isVerbose: true })).not.toContain('It takes both.');
  });

  it('says why a scenario was skipped where it is verbose', async () => {
    const skipped = aScenario({ verdict: 'skipped', reason: 'needs a second player' });
    const text = await told(eventsOf(aRun({ scenarios: [skipped] })), { isVerbose: true });
    expect(text).toMatch(/\nskip IDEM-01,08 .*\n {5}needs a second player\n/);
  });

  it('writes no control character but newlines', async () => {
    expect(await told(eventsOf(aBrokenRun()))).toMatch(/^[^\p{Cc}]+(\n+[^\p{Cc}]+)*\n$/u);
  });

  it('ends with the report', async () => {
    const lines = (await told(eventsOf(twoScenarios))).trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/^CONFORMANT {2}1 passed/);
  });
});

const untilEnd = eventsOf(twoScenarios).slice(0, -1);

describe('the pretty reporter in a terminal', () => {
  it('rewrites one line while the run goes on', async () => {
    const { stream, text } = createTestStream(90);
    const output = { stdout: stream, environment: {}, colourLevel: 0 } as const;
    const reporter = await openReporter({ name: 'pretty' }, output);
    const screens = untilEnd.map((event) => {
      reporter.tell(event);
      return screenOf(text()).slice(1, 3);
    });
    expect(screens.map(([line]) => line?.replace(/^[█░]+ {2}/, ''))).toEqual([
      '0/2  0 findings',
      '0/2  0 findings  A repeated makeBet is applied once',
      '1/2  0 findings',
      '1/2  0 findings  A second scenario',
      '2/2  0 findings',
    ]);
    expect(screens.map(([, below]) => below)).toEqual(['', '', '', '', '']);
  });

  it('takes the line away before the report', async () => {
    const screen = screenOf(await told(eventsOf(twoScenarios), { columns: 80 })).join('\n');
    expect(screen).not.toContain('█');
    expect(screen).toContain('CONFORMANT: 1 requirement passed');
  });

  it('takes the line away once', async () => {
    const text = await told(eventsOf(twoScenarios), { columns: 80 });
    expect(text).not.toContain('\u001b[?2026h\u001b[?2026l');
    expect(text.endsWith('CONFORMANT  1 passed  in 1.9 s\n')).toBe(true);
  });

  it('takes the line away where the run ends without a result', async () => {
    expect(screenOf(await told(untilEnd, { columns: 80 })).join('\n')).not.toContain('█');
  });
});

describe('the live line', () => {
  it('never wraps', async () => {
    const title = 'A scenario whose title is far too long for any terminal '.repeat(4);
    const run = aRun({ scenarios: [aScenario({ title })] });
    const events = eventsOf(run).slice(0, 2);
    const { stream, text } = createTestStream(40);
    const output = { stdout: stream, environment: {}, colourLevel: 1 } as const;
    const reporter = await openReporter({ name: 'pretty' }, output);
    for (const event of events) reporter.tell(event);
    const [whom, url, agent, live = '', below] = screenOf(text());
    expect([whom, url, agent]).toEqual(['1 scenario against', 'http://127.0.0.1:8080/callback', '(agent 1001)']);
    expect(live).toMatch(/ A scenar.*…$/);
    expect(textWidth(live)).toBeLessThan(40);
    expect(below).toBe('');
  });

  it.each([
    ['a dumb terminal', { columns: 80, environment: { TERM: 'dumb' } }],
    ['a terminal that does not know its width', { columns: 0 }],
  ])('gives way to plain lines in %s', async (_name, where) => {
    const text = await told(eventsOf(twoScenarios), { ...where, isVerbose: true });
    expect(text).toContain('\nok   BAL-02 ');
    expect(text).not.toContain('\u001b');
  });
});

describe('colours', () => {
  it('are used where the level allows them', async () => {
    expect(await told(eventsOf(aBrokenRun()), { colourLevel: 1 })).toContain('\u001b[31m');
  });

  it.each([1, 2, 3] as const)('pass the gate for every verdict, at level %i', async (colourLevel) => {
    const events = everyVerdict().map(({ verdict }) =>
      eventsOf(aRun({ scenarios: [aScenario({ verdict })] })).slice(0, -1),
    );
    const text = await told([...events.flat(), ...eventsOf(aMixedRun()).slice(-1)], {
      colourLevel,
      isVerbose: true,
    });
    for (const label of ['ok', 'FAIL', 'warn', 'note', 'skip', 'stop', '????']) {
      expect(text).toContain(`m${label.padEnd(4)}\u001b[`);
    }
    expect(text).not.toContain('u{001b}');
  });

  it('are not used at level 0, in a terminal either', async () => {
    const text = await told(eventsOf(aBrokenRun()), { columns: 80, colourLevel: 0 });
    // The live line still moves the cursor and erases.
    for (const colour of ['1', '2', '31', '36']) expect(text).not.toContain(`\u001b[${colour}m`);
  });
});

/** What the live line itself needs: synchronised output, erase line, up, column one. */
const ofLiveLine = ['?2026h', '?2026l', '2K', '1A', 'G'].map((code) => `\u001b[${code}`);

const evil = '##vso[x]\u001b[2J\u001b]0;owned\u0007\u202Ereversed\r\nCONFORMANT\u009b31m';
const hostile = aRun({
  verdict: 'nonconformant',
  agent: { id: 1001, callbackUrl: `http://h/${evil}` },
  root: { reason: evil, remedy: evil },
  requirements: [
    aRequirement({
      verdict: 'failed',
      title: `a title\nof two lines ${evil}`,
      findings: [
        aFinding({ message: evil, expected: evil, actual: evil, exchanges: ['x1', 'x2'] }),
        aFinding({ message: evil }),
      ],
    }),
    aRequirement({ id: 'BET-13', verdict: 'observed', findings: [aFinding({ message: evil })] }),
    aRequirement({ id: 'BET-15', verdict: 'skipped', reason: evil }),
  ],
  scenarios: [aScenario({ title: evil, residue: [evil], reason: evil, verdict: 'failed' })],
  exchanges: [
    anExchange({ answerBody: JSON.stringify({ error: evil }), requestBody: evil }),
    anExchange({ id: 'x2', answerBody: 'x'.repeat(1_048_576), kind: evil, failure: evil }),
  ],
});

describe('what an agent or a file says', () => {
  it.each([
    ['a log', {}],
    ['a terminal', { columns: 80 }],
  ])('commands nothing in %s', async (_name, where) => {
    const text = await told(eventsOf(hostile, [aFinding({ message: evil })]), { ...where, isVerbose: true });
    const left = ofLiveLine.reduce((rest, sequence) => rest.replaceAll(sequence, ''), text);
    expect(left).toContain('reversed CONFORMANT');
    expect(left).not.toMatch(/[^\P{C}\n]/u);
    expect(left).not.toContain('##vso[');
  });

  it('begins no line of its own', async () => {
    const lines = (await told(eventsOf(hostile), { isVerbose: true })).split('\n');
    expect(lines.filter((line) => line.startsWith('CONFORMANT'))).toEqual([]);
  });

  it('is cut where it is a megabyte long', async () => {
    const mega = 'm'.repeat(1_048_576);
    const text = await told(eventsOf(aBrokenRun({ message: mega, expected: mega, actual: mega })));
    expect(text).toContain('mmm…');
    expect(text.length).toBeLessThan(3500);
  });
});
