import { type Amount, parseAmount } from '../base/money.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { fromInstant } from '../formats/written-time.ts';
import type { Account } from '../ledger/account.ts';
import { readBodyFields } from '../report/body-fields.ts';
import { answerReported } from '../report/reported-exchange.ts';
import { readAnswer } from '../wire/read-answer.ts';

/** A balance that the agent answered in a run, whoever's call it was. */
export interface LoggedAnswer extends Account {
  readonly exchangeId: string;
  readonly label: string;
  readonly balance: Amount;
}

/** An answer of so much earlier, or that came so much later, may still be mixed up with another. */
export const besideMs = 25;

/** More are not kept: older ones were given long before. */
const mostKept = 400;

/**
 * What the agent answered in all lanes of a run lately; of a stored run, what it answered in all of
 * it. What answers say is read when somebody asks, which is seldom.
 */
export const createAnswerLog = (stored: readonly ReportedExchange[] = []) => {
  const kept = [...stored];
  return {
    note: (exchange: ReportedExchange): void => {
      if (stored.length > 0) return;
      kept.push(exchange);
      if (kept.length > mostKept) kept.shift();
    },
    /** Answers under way at that time, or given right before it. Times: Unix milliseconds. */
    around: (begun: number, ended: number): readonly LoggedAnswer[] =>
      kept.flatMap((exchange) => {
        const from = fromInstant(exchange.startedAt);
        const to = from + exchange.durationMs;
        const isBeside = to >= begun - besideMs && from <= ended && to <= ended + besideMs;
        return isBeside ? answeredIn(exchange) : [];
      }),
  };
};

export type AnswerLog = ReturnType<typeof createAnswerLog>;

const answeredIn = (exchange: ReportedExchange): LoggedAnswer[] => {
  const { id, label = '', requestBody } = exchange;
  const answer = readAnswer(answerReported(exchange));
  const balance = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
  const fields = balance === undefined ? undefined : readBodyFields(requestBody);
  if (balance === undefined || fields?.kind !== 'json') return [];
  const [playerId, currency] = ['player_id', 'currency'].map((name) => fields.field(name)?.text);
  if (playerId === undefined || currency === undefined) return [];
  return [{ exchangeId: id, label, playerId, currency, balance }];
};
