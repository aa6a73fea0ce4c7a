import { plainValues } from '../base/visible-text.ts';
import type { ReportedBreach } from '../components/report-view.ts';
import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange, Run } from '../formats/run.ts';
import { judgeRequirements, summarise } from '../judge/verdicts.ts';
import { callsOf } from '../report/breach-view.ts';
import { plainPage } from '../report/plain-page.ts';
import { callTable } from '../report/pretty/cause-block.ts';
import { causeBlocks } from '../report/pretty/render-run.ts';
import { runBreaches } from '../report/run-breaches.ts';
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
  const page = plainPage(columns);
  const rerun = ['walletproof', 'test', url ?? ''];
  const breaches = plainValues(runBreaches(run, rerun));
  const blocks = causeBlocks({ breaches: breaches.map((cause) => inTest(cause, url)) }, page);
  return blocks
    .map(([rule = '', ...lines]) => (blocks.length === 1 ? lines : [rule, ...lines]).join('\n'))
    .join('\n\n');
};

/** Calls of a test are in no file, and nobody can call an application again once its test has ended. */
const inTest = ({ rerun, source, ...cause }: ReportedBreach, url: string | undefined): ReportedBreach => ({
  ...cause,
  source: source.file === callsFile ? { ...source, place: '' } : source,
  ...(url === undefined || rerun === undefined ? {} : { rerun }),
});

/** Calls as a table of the terminal report. */
export const exchangeLines = (exchanges: readonly ReportedExchange[]): string =>
  callTable({ calls: callsOf({ exchanges }), leftOut: 0 }, columns).join('\n');

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
