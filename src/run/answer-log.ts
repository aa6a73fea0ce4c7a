import type { ReportedExchange } from '../formats/run.ts';
import { fromInstant } from '../formats/written-time.ts';
import type { Account } from '../ledger/account.ts';
import { type Amount, parseAmount } from '../money/amount.ts';
import { readBodyFields } from '../report/body-fields.ts';
import type { Answer } from '../spec/exchange.ts';
import { readAnswer } from '../wire/read-answer.ts';

/** A balance that the agent answered in a run, whoever's call it was. */
export interface LoggedAnswer extends Account {
  readonly exchangeId: string;
  readonly label: string;
  readonly balance: Amount;
}

/** What the agent answered in all lanes of a run lately. */
export interface AnswerLog {
  note(exchange: ReportedExchange): void;
  /** Answers under way at that time, or given right before it. Times: Unix milliseconds. */
  around(begun: number, ended: number): readonly LoggedAnswer[];
}

/** An answer of so much earlier, or that came so much later, may still be mixed up with another. */
export const besideMs = 25;

/** More are not kept: older ones were given long before. */
const mostKept = 400;

/**
 * A log that begins with the calls of a stored run, where there is one: it keeps them all. What
 * they say is read when somebody asks, which is seldom.
 */
export const createAnswerLog = (stored: readonly ReportedExchange[] = []): AnswerLog => {
  const kept = [...stored];
  return {
    note: (exchange) => {
      if (stored.length > 0) return;
      kept.push(exchange);
      if (kept.length > mostKept) kept.shift();
    },
    around: (begun, ended) =>
      kept.flatMap((exchange) => {
        const span = spanOf(exchange);
        const isBeside = span.ended >= begun - besideMs && span.begun <= ended && span.ended <= ended + besideMs;
        return isBeside ? answeredIn(exchange) : [];
      }),
  };
};

const spanOf = ({ startedAt, durationMs }: ReportedExchange) => {
  const begun = fromInstant(startedAt);
  return { begun, ended: begun + durationMs };
};

const answeredIn = (exchange: ReportedExchange): LoggedAnswer[] => {
  const { id, label = '', requestBody } = exchange;
  const answer = readAnswer(answerOf(exchange));
  const balance = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
  const fields = balance === undefined ? undefined : readBodyFields(requestBody);
  if (balance === undefined || fields?.kind !== 'json') return [];
  const [playerId, currency] = ['player_id', 'currency'].map((name) => fields.field(name)?.text);
  if (playerId === undefined || currency === undefined) return [];
  return [{ exchangeId: id, label, playerId, currency, balance }];
};

const answerOf = ({ status, answerHeaders, answerBody }: ReportedExchange): Answer =>
  status === null
    ? { kind: 'failed', failure: 'interrupted', message: '' }
    : { kind: 'answered', status, headers: answerHeaders, body: Buffer.from(answerBody) };
