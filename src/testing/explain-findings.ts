import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange, Run } from '../formats/run.ts';
import { judgeRequirements, summarise } from '../judge/verdicts.ts';
import { plainPage } from '../report/plain-page.ts';
import { breachParts, exchangeTable, warningParts } from '../report/pretty/breach-parts.ts';
import { plainRun } from '../report/run-view.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import { callsFile } from './written-calls.ts';

const columns = 110;

/** What is told of findings besides them. */
interface ToldWith {
  readonly exchanges: readonly ReportedExchange[];
  /** The callback URL as it may be shown; undefined where the agent is an application that ends with the test. */
  readonly url: string | undefined;
}

/** Findings as the terminal report tells them: requirement, what happened, the calls, where to look. */
export const explainFindings = (findings: readonly Finding[], told: ToldWith): string => {
  const broken = new Set(findings.map(({ requirement }) => requirement));
  const results = judgeRequirements({
    selected: requirements.filter(({ id }) => broken.has(id)),
    judgements: [],
    findings,
    skipped: new Map(),
    answered: true,
  });
  return explainRun({ ...emptyRun(told), requirements: results, summary: summarise(results) }, told.url);
};

/** The breaches and warnings of a run, as the terminal report has them. */
export const explainRun = (run: Run, url: string | undefined): string => {
  const page = plainPage(columns, ['walletproof', 'test', url ?? '']);
  const plain = plainRun(run);
  const parts = [...breachParts(plain, page), ...warningParts(plain, page)];
  return parts
    .map(([rule = '', ...lines]) => (parts.length === 1 ? lines : [rule, ...lines]))
    .map((lines) => (url === undefined ? withoutRerun(lines) : lines))
    .map((lines) => placedInTest(lines).join('\n'))
    .join('\n\n');
};

/** Nobody can call the agent again once the test has ended. */
const withoutRerun = (lines: readonly string[]): readonly string[] => {
  const at = lines.indexOf('  run only this');
  return at === -1 ? lines : lines.slice(0, at - 1);
};

/** Calls of a test are in no file: the test runner shows the line, the table shows the call. */
const placedInTest = (lines: readonly string[]): readonly string[] =>
  lines
    .filter((line) => !(line.startsWith('  scenario ') && line.includes(callsFile)))
    .map((line) => line.replace(`(${callsFile}:`, '(call '));

/** Calls as a table of the terminal report. */
export const exchangeLines = (exchanges: readonly ReportedExchange[]): string =>
  exchangeTable(exchanges, columns).join('\n');

const emptyRun = ({ exchanges, url }: ToldWith): Run => ({
  tool: { name: 'walletproof', version: '' },
  verdict: 'nonconformant',
  seed: 0,
  nonce: '',
  startedAt: new Date(0).toISOString(),
  durationMs: 0,
  agent: { id: 0, callbackUrl: url ?? '' },
  setup: emptySetup,
  summary: summarise([]),
  requirements: [],
  scenarios: [],
  exchanges: [...exchanges],
  causes: [],
});

const emptySetup = { strict: false } as Run['setup'];
