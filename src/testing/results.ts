import { renderAtScale } from '../base/money.ts';
import { plainValues } from '../base/visible-text.ts';
import type { ReportedBreach } from '../components/report-view.ts';
import type { Finding } from '../formats/judgement.ts';
import { packagePath } from '../formats/package-files.ts';
import type { ReportedExchange, Run } from '../formats/run.ts';
import { openingBalance } from '../judge/call.ts';
import { judgeRequirements, summarise } from '../judge/verdicts.ts';
import { callsOf } from '../report/breach-view.ts';
import { plainPage } from '../report/plain-page.ts';
import { callTable } from '../report/pretty/cause-block.ts';
import { causeBlocks } from '../report/pretty/render-run.ts';
import { runBreaches } from '../report/run-breaches.ts';
import { verdictOfCalls } from '../run/trigger-callback.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import { readAnswer } from '../wire/read-answer.ts';

/** What came of a callback. Nothing that the agent does makes a call reject. */
export interface CallbackResult {
  /** `bet-1`: what later calls and reports name it by. */
  readonly id: string;
  /** Whether the answer is right, or breaks a `should` at most. False where nobody can tell. */
  readonly ok: boolean;
  /** `warned`: it breaks a `should`. `unjudged`: nobody can tell, and `reason` says why. */
  readonly verdict: 'right' | 'wrong' | 'warned' | 'unjudged';
  /** The balance that the agent answered, a decimal at the scale of its currency; undefined for none. */
  readonly balance: string | undefined;
  /** What the account must have after the call, where the ledger knows. */
  readonly expected: string | undefined;
  /** The error code that the agent refused it with. */
  readonly error: string | undefined;
  /** HTTP status of the answer. */
  readonly status: number | undefined;
  /** Id of the requirement that it breaks first. */
  readonly requirement: string | undefined;
  readonly findings: readonly Finding[];
  /** Why it could not be judged. */
  readonly reason: string | undefined;
  /** The callback as it was sent, and its answer; undefined where it was not sent. */
  readonly exchange: ReportedExchange | undefined;
  readonly durationMs: number;
  /** What is wrong, as the terminal report tells it; else a sentence. */
  explain(): string;
  /** Throws with that text unless the answer is right, or breaks a `should` at most. */
  assertConforms(): void;
}

/** What a result is made of. */
export interface ResultParts extends Pick<CallbackResult, 'id' | 'expected' | 'reason' | 'exchange' | 'findings'> {
  readonly label: string;
  readonly currency: string;
  /** Undefined where the agent is an application that ends with the test. */
  readonly url: string | undefined;
  /** Those that the findings name. */
  readonly exchanges: readonly ReportedExchange[];
  readonly isStrict: boolean;
}

/** The result of a call, its findings noted. Whoever reads what it says of the agent has looked at them. */
export const createResult = (parts: ResultParts, book: FindingsBook): CallbackResult => {
  const { id, exchange, expected, reason, findings } = parts;
  const verdict = verdictOf(parts);
  const isOk = verdict === 'right' || (verdict === 'warned' && !parts.isStrict);
  const explain = (): string => textOf(parts, verdict);
  const record = book.note(findings, explain);
  const looked = <T>(value: T): T => {
    record.look();
    return value;
  };
  return {
    id,
    get ok() {
      return looked(isOk);
    },
    get verdict() {
      return looked(verdict);
    },
    ...answerOf(parts),
    expected,
    get requirement() {
      return looked(findings[0]?.requirement);
    },
    get findings() {
      return looked(findings);
    },
    reason,
    exchange,
    durationMs: exchange?.durationMs ?? 0,
    explain: () => looked(explain()),
    assertConforms: () => {
      if (!looked(isOk)) throw new ConformanceError(explain(), findings);
    },
  };
};

const verdictOf = ({ reason, findings }: ResultParts): CallbackResult['verdict'] => {
  const verdict = verdictOfCalls(findings, undefined);
  return reason === undefined || verdict === 'wrong' ? verdict : 'unjudged';
};

const answerOf = ({ exchange, currency }: ResultParts): Pick<CallbackResult, 'balance' | 'error' | 'status'> => {
  const none = { balance: undefined, error: undefined, status: exchange?.status ?? undefined };
  if (exchange === undefined || exchange.status === null) return none;
  const { status, answerHeaders: headers, answerBody } = exchange;
  const answer = readAnswer({ kind: 'answered', status, headers, body: Buffer.from(answerBody) });
  if (answer.kind === 'error') return { ...none, error: answer.error };
  if (answer.kind !== 'balance') return none;
  const balance = openingBalance(answer.balance, currency);
  return { ...none, balance: balance && renderAtScale(balance, currency) };
};

const textOf = (parts: ResultParts, verdict: CallbackResult['verdict']): string => {
  const { label, reason, exchange, findings } = parts;
  const told = findings.length === 0 ? '' : explainFindings(findings, parts);
  if (told !== '') return told;
  if (verdict !== 'unjudged') return `${label}: answered as the specification demands.`;
  const table = exchange === undefined ? '' : `\n\n${exchangeLines([exchange])}`;
  return `${label}: could not be judged. ${reason ?? ''}${table}`;
};

/** What an assertion throws: its message is the text of the terminal report. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError';
  readonly #findings: readonly Finding[];

  constructor(message: string, findings: readonly Finding[] = []) {
    super(message);
    this.#findings = findings;
    this.stack = `${this.name}: ${message}${framesOf(this, message)}`;
  }

  /** No field of the object: test runners print those, and the message tells of them already. */
  get findings(): readonly Finding[] {
    return this.#findings;
  }
}

const library = ['src', 'dist'].map((folder) => packagePath(folder));

/** The calls of the test: those inside the library tell nobody anything. */
const framesOf = ({ stack = '' }: Error, message: string): string =>
  stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => !library.some((folder) => line.includes(folder)))
    .join('\n');

/** Findings that belong together, and the text that tells them. */
export interface FindingRecord {
  readonly findings: readonly Finding[];
  readonly explain: () => string;
  /** An assertion looks at them. */
  look(): void;
}

/** Every finding since the last reset, and which of them no assertion has looked at. */
export class FindingsBook {
  #records: FindingRecord[] = [];
  /** Calls that were made at once share what they broke together. */
  readonly #seen = new WeakSet<Finding>();
  /** What breaks a `should` counts as well. */
  readonly #isStrict: boolean;

  constructor({ isStrict }: { readonly isStrict: boolean }) {
    this.#isStrict = isStrict;
  }

  note(findings: readonly Finding[], explain: () => string): FindingRecord {
    const look = (): void => {
      for (const each of findings) this.#seen.add(each);
    };
    const record = { findings, explain, look };
    if (findings.length > 0) this.#records.push(record);
    return record;
  }

  /** All of them; they count as looked at from now on. */
  look(): readonly FindingRecord[] {
    for (const record of this.#records) record.look();
    return this.#records;
  }

  /** Those that break something and were not looked at; the book is empty afterwards. */
  takeUnseen(): readonly FindingRecord[] {
    const records = this.#records;
    this.#records = [];
    return records.filter(({ findings }) => this.#isBroken(findings) && findings.some((each) => !this.#seen.has(each)));
  }

  #isBroken(findings: readonly Finding[]): boolean {
    const verdict = verdictOfCalls(findings, undefined);
    return verdict === 'wrong' || (this.#isStrict && verdict === 'warned');
  }
}

/** The error that tells all of these, each of them once. */
export const errorOf = (records: readonly FindingRecord[], head = ''): ConformanceError => {
  const texts = new Set(records.map(({ explain }) => explain()));
  const findings = new Set(records.flatMap((each) => each.findings));
  return new ConformanceError(`${head}${[...texts].join('\n\n')}`, [...findings]);
};

/** The file that findings of calls name; their line is the number of the call. */
export const callsFile = 'calls of this test';

const columns = 110;

/**
 * Findings as the terminal report tells them: requirement, what happened, the calls, where to look. `url`: the
 * callback URL as it may be shown; undefined where the agent is an application that ends with the test.
 */
export const explainFindings = (
  findings: readonly Finding[],
  { exchanges, url }: { readonly exchanges: readonly ReportedExchange[]; readonly url: string | undefined },
): string => {
  const broken = new Set(findings.map(({ requirement }) => requirement));
  const results = judgeRequirements({
    selected: requirements.filter(({ id }) => broken.has(id)),
    judgements: [],
    findings,
    skipped: new Map(),
    answered: true,
  });
  const run: Run = {
    tool: { name: 'walletproof', version: '' },
    verdict: 'nonconformant',
    seed: 0,
    nonce: '',
    startedAt: new Date(0).toISOString(),
    durationMs: 0,
    agent: { id: 0, callbackUrl: url ?? '' },
    setup: { strict: false } as Run['setup'],
    summary: summarise(results),
    requirements: results,
    scenarios: [],
    exchanges: [...exchanges],
    causes: [],
  };
  return explainRun(run, url);
};

/** The breaches and warnings of a run, as the terminal report has them. */
export const explainRun = (run: Run, url: string | undefined): string => {
  const rerun = ['walletproof', 'test', url ?? ''];
  const breaches = plainValues(runBreaches(run, rerun)).map((cause) => inTest(cause, url));
  const blocks = causeBlocks({ breaches }, plainPage(columns));
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
