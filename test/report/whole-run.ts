import type { RequirementResult, Run } from '../../src/formats/run.ts';
import { aFinding, anExchange, aRequirement, aRun } from './run-builder.ts';

/** The same run, played with `--strict`. */
export const strictly = (run: Run): Run => ({ ...run, setup: { ...run.setup, strict: true } });

/** One requirement of each verdict, and one whose breach is known. */
export const everyVerdict = (): RequirementResult[] => [
  aRequirement({ id: 'SIG-01', section: '5', title: 'accepts what is signed correctly' }),
  aRequirement({
    id: 'SIG-03',
    section: '5',
    title: 'refuses a wrong signature, and moves nothing',
    verdict: 'failed',
    findings: [
      aFinding({ weight: 'note', code: 'observed', message: 'A note comes last.' }),
      aFinding({ exchanges: ['x1'], likelyCause: 'The update has no unique key.' }),
    ],
  }),
  aRequirement({
    id: 'SIG-14',
    level: 'should',
    section: '5',
    verdict: 'warned',
    findings: [aFinding({ message: 'The code is another one.' })],
  }),
  aRequirement({
    id: 'SIG-16',
    level: 'observe',
    section: '5',
    verdict: 'observed',
    findings: [aFinding({ weight: 'note', code: 'observed', message: 'Upper case is refused.' })],
  }),
  aRequirement({ id: 'BAL-01', verdict: 'skipped', reason: 'no second player is configured' }),
  aRequirement({ id: 'BAL-02', verdict: 'blocked', reason: 'blocked by SIG-03' }),
  aRequirement({ id: 'BAL-03', verdict: 'inconclusive', reason: 'somebody else used player-1' }),
  aRequirement({
    id: 'BAL-04',
    verdict: 'failed',
    known: true,
    findings: [aFinding({ known: 'mended in May' })],
  }),
];

/** A run that breaks something, with all that a report may have to tell. */
export const aMixedRun = (given: Partial<Run> = {}): Run =>
  aRun({
    verdict: 'nonconformant',
    requirements: everyVerdict(),
    exchanges: [anExchange({ label: 'makeBet first', expectedBalance: '989.76' })],
    baseline: {
      file: 'baseline.yaml',
      known: 1,
      stale: [{ requirement: 'RB-01', code: 'not-applied', reason: 'ticket 7' }],
      expired: [],
    },
    ...given,
  });

/** What an agent may answer to harm whoever reads a report. */
export const hostileTexts = [
  '</failure>]]><script>alert(1)</script>',
  '\u0000\u0008\u001b[31mred\u001b]0;title\u0007\ud800\ufffe\u202e',
  '::set-env name=a::b ##[add-mask]c ##vso[task.setvariable variable=a]b ##teamcity[c]',
  '\n--- fold\n+++ unfold\n  ::debug::d\u034f\u3164\u{E0101}\u009d52;c;eA==\u0007\u0085\u2028',
  '\r\n::error file=a::injected\n::set-output name=a::b',
  '100% of a:b,c',
  '\nnot ok 99 - injected\nBail out! injected\n1..0 # SKIP all',
  '# SKIP # TODO \\',
  '| a | b |\n|---|---|',
  '`code` ``more``',
  '[click](http://evil.example) ![i](http://evil.example/i.png) <img src=x onerror=alert(1)>',
  'http://evil.example www.evil.example a@evil.example @everyone org/repo#1',
  '<!-- hidden --> &lt; &#60; ~~gone~~ [^1] **bold** __b__ \n# Heading\n- item',
  '"quoted" \'and\' a\tb',
] as const;

/** A run in which every text that can come from an agent is the given one. */
export const aHostileRun = (text: string): Run =>
  aMixedRun({
    root: { reason: text, remedy: text },
    requirements: everyVerdict().map((result) => ({
      ...result,
      ...(result.reason !== undefined && { reason: text }),
      findings: result.findings.map((finding) => ({
        ...finding,
        message: text,
        expected: text,
        actual: text,
        likelyCause: text,
      })),
    })),
    exchanges: [anExchange({ label: text, answerBody: JSON.stringify({ error: text }) })],
  });
