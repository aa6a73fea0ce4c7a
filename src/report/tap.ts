import type { Run } from '../formats/run.ts';
import { harmlessIn } from '../text/harmless-output.ts';
import { findingTexts } from './finding-text.ts';
import { plainRun } from './run-view.ts';
import { type TestCase, type TestOutcome, testCasesOf } from './test-cases.ts';
import { verdictSentence } from './verdict-sentence.ts';

/** The run in the Test Anything Protocol, version 14: a test for each requirement. */
export const renderTap = (hostile: Run): string => {
  const run = plainRun(hostile);
  const lines = isJudged(run) ? testLines(run) : bailOut(run);
  return `${['TAP version 14', ...runLines(run), ...lines].join('\n')}\n`;
};

const judged = ['passed', 'failed', 'warned', 'observed'];

const isJudged = ({ requirements }: Run): boolean => requirements.some(({ verdict }) => judged.includes(verdict));

const testLines = (run: Run): string[] => {
  const cases = testCasesOf(run);
  return [`1..${cases.length}`, ...cases.flatMap((testCase, index) => linesOf(testCase, index + 1))];
};

/** `known` is what TODO is for: not ok, and not counted. */
const results = {
  passed: { ok: 'ok', directive: '' },
  failed: { ok: 'not ok', directive: '' },
  error: { ok: 'not ok', directive: '' },
  skipped: { ok: 'ok', directive: 'SKIP' },
  known: { ok: 'not ok', directive: 'TODO' },
} as const satisfies Record<TestOutcome, { readonly ok: string; readonly directive: string }>;

const linesOf = (testCase: TestCase, number: number): string[] => {
  const { ok, directive } = results[testCase.outcome];
  const line = `${ok} ${number} - ${escaped(testCase.name)}`;
  const why = directive === '' ? '' : ` # ${directive} ${escaped(testCase.message)}`;
  return [`${line}${why}`, ...diagnostics(testCase)];
};

/** What the protocol would take for a directive is escaped. */
const escaped = (text: string): string => text.replaceAll(/[\\#]/g, '\\$&');

/** YAML; every text is a JSON string, which YAML reads alike. */
const diagnostics = ({ outcome, status, section, source, message, findings }: TestCase): string[] => {
  if (outcome === 'skipped' || message === '') return [];
  return [
    '  ---',
    `  message: ${quoted(message)}`,
    `  verdict: ${quoted(status)}`,
    ...(section === undefined ? [] : [`  section: ${quoted(section)}`]),
    ...(source === undefined ? [] : [`  source: ${source}`]),
    ...(findings.length === 0 ? [] : ['  findings:']),
    ...findingTexts(findings).map((text) => `    - ${quoted(text)}`),
    '  ...',
  ];
};

/** In JSON's own spelling nothing is left that would be broken, or break it, on its way out. */
const quoted = (text: string): string => harmlessIn.json(JSON.stringify(text));

/** Tests that are all skipped would pass; a run that judged nothing must not. */
const bailOut = ({ root, causes }: Run): string[] => {
  const [first] = causes;
  const { reason, remedy } = root ?? { reason: first?.message, remedy: first?.remedy };
  const why = reason === undefined ? 'nothing was judged' : `${reason} ${remedy}`;
  return [`Bail out! ${escaped(why)}`];
};

const runLines = (run: Run): string[] => {
  const { tool, agent, seed, nonce } = run;
  return [
    `# ${tool.name} ${tool.version} against ${agent.callbackUrl} (agent ${agent.id})`,
    `# seed ${seed} nonce ${nonce}`,
    `# ${verdictSentence(run)}`,
  ];
};
