import { renderAtScale } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { openingBalance } from '../judge/call.ts';
import { verdictOfCalls } from '../run/trigger-callback.ts';
import { readAnswer } from '../wire/read-answer.ts';
import { ConformanceError, exchangeLines, explainFindings, type FindingsBook } from './findings.ts';

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
