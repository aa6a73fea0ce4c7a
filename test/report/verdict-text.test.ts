import { describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/formats/run.ts';
import { openReporter } from '../../src/report/open-reporters.ts';
import { reporterNames } from '../../src/report/reporters.ts';
import { verdictSentence } from '../../src/report/verdict-text.ts';
import { aFinding, aRequirement, aRun, eventsOf } from './run-builder.ts';
import { createTestStream } from './test-stream.ts';

const known = aRequirement({
  id: 'RB-02',
  verdict: 'failed',
  known: true,
  findings: [aFinding({ requirement: 'RB-02', known: 'W-812' })],
});
const broken = aRequirement({ id: 'BET-01', verdict: 'failed', findings: [aFinding()] });
const baseline = { file: 'baseline.yaml', known: 1, stale: [], expired: [] };
const baselined = (given: Partial<Run> = {}): Run =>
  aRun({ requirements: [aRequirement(), known], baseline, ...given });

describe('verdictSentence', () => {
  it.each<[string, Run, string]>([
    ['a conformant run', aRun(), 'CONFORMANT: 1 requirement passed, none is broken'],
    [
      'a run with a warning',
      aRun({ requirements: [aRequirement(), aRequirement({ verdict: 'warned' })] }),
      'CONFORMANT: 1 requirement passed, none is broken, with 1 warning',
    ],
    ['a baselined run', baselined(), 'CONFORMANT but for 1 known breach: 1 requirement passed, none is newly broken'],
    [
      'several known breaches',
      baselined({ requirements: [aRequirement(), known, { ...known, id: 'RB-03' }] }),
      'CONFORMANT but for 2 known breaches: 1 requirement passed, none is newly broken',
    ],
    [
      'a baselined run that breaks something else',
      baselined({ verdict: 'nonconformant', requirements: [known, broken] }),
      'NOT CONFORMANT: the agent breaks 1 requirement: BET-01, besides 1 known breach',
    ],
    [
      'a run that breaks very much',
      aRun({
        verdict: 'nonconformant',
        requirements: Array.from({ length: 13 }, (_, index) =>
          aRequirement({ id: `BET-${index}`, verdict: 'failed', findings: [aFinding({ line: index })] }),
        ),
      }),
      'NOT CONFORMANT: the agent breaks 13 requirements by 1 cause',
    ],
    [
      'a run that could not judge something',
      aRun({
        requirements: [
          aRequirement(),
          aRequirement({ id: 'REQ-01', verdict: 'skipped', reason: 'needs a launch: configure hooks.launch' }),
          aRequirement({ id: 'IDEM-09', verdict: 'skipped', reason: 'needs a restart: configure hooks.restart' }),
        ],
      }),
      'CONFORMANT: 1 requirement passed, none is broken; 2 not judged: needs a launch, needs a restart',
    ],
    [
      'an interrupted run',
      baselined({ verdict: 'inconclusive', partial: true, requirements: [known] }),
      'INCONCLUSIVE (interrupted): could not judge 0 requirements: , besides 1 known breach',
    ],
  ])('tells %s', (_, run, sentence) => {
    expect(verdictSentence(run)).toBe(sentence);
  });

  it('counts a warning about a should that is known where the run is strict, and only there', () => {
    const warned = aRequirement({ id: 'ERR-01', level: 'should', verdict: 'warned', known: true });
    const run = baselined({ requirements: [aRequirement(), warned] });
    expect(verdictSentence(run)).toMatch(/^CONFORMANT: /);
    expect(verdictSentence({ ...run, setup: { ...run.setup, strict: true } })).toMatch(
      /^CONFORMANT but for 1 known breach: /,
    );
  });
});

const toldBy = async (name: (typeof reporterNames)[number], run: Run): Promise<string> => {
  const { stream, text } = createTestStream();
  const reporter = await openReporter({ name }, { stdout: stream, environment: {}, colourLevel: 0 });
  for (const event of eventsOf(run)) reporter.tell(event);
  await reporter.close();
  return text();
};

/** Annotations are about places, json has fields for it, and no sentence. */
const withoutWords = ['github', 'json'];

describe('every reporter that has words for a run', () => {
  it.each(reporterNames.filter((name) => !withoutWords.includes(name)))(
    'says that a baselined run is conformant but for what is known: %s',
    async (name) => {
      const told = await toldBy(name, baselined());
      expect(told).toMatch(/conformant but for 1 known breach/i);
      expect(told).not.toMatch(/\b1 failed/);
    },
  );
});
