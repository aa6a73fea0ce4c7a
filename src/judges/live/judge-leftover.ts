import type { ExchangeJudgement } from '../../formats/judgement.ts';
import { accountKey } from '../../ledger/account.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isGarbled, leftOnConnection } from '../judge-after-refusal.ts';
import type { LiveRules } from './memory.ts';
import type { Reading } from './reading.ts';

/** A refused call, and one right after it that the agent could not read. */
interface Garbled {
  readonly previous: { readonly id: string; readonly status: number };
  readonly reading: Reading;
}

/** What came over the connections to the agent last. */
export interface Leftovers {
  /** Takes the answer to a callback; gives what it tells of the one before. */
  take(reading: Reading): readonly ExchangeJudgement[];
  /** Takes any exchange, once it is judged. */
  note(exchange: Exchange): void;
}

const seen = 'body-left-on-connection';

/**
 * Looks whether calls are spoilt by the refused call before them. A connection may be closed at any
 * time, so that once is chance; the second time is proof.
 */
export const createLeftovers = (rules: LiveRules): Leftovers => {
  let last: Exchange | undefined;
  let garbled: Garbled | undefined;
  return {
    take: (reading) => {
      const previous = refusalIn(last);
      if (previous !== undefined && isGarbled(reading.call)) {
        garbled = { previous, reading };
        return [];
      }
      if (garbled === undefined || !isAgain(garbled.reading, reading)) return [];
      const told = rules.seenOnce.isAgain(seen) ? [tellLeftover(rules, garbled, reading)] : [];
      garbled = undefined;
      return told;
    },
    note: (exchange) => {
      last = exchange;
    },
  };
};

const refusalIn = (last: Exchange | undefined): Garbled['previous'] | undefined =>
  last?.answer.kind === 'answered' && last.answer.status >= 400
    ? { id: last.id, status: last.answer.status }
    : undefined;

/** The same kind of call on the account, answered as it must be. */
const isAgain = (garbled: Reading, { said, callback }: Reading): boolean =>
  said.kind === 'balance' &&
  callback.type === garbled.callback.type &&
  accountKey(callback) === accountKey(garbled.callback);

const tellLeftover = (rules: LiveRules, { previous, reading }: Garbled, again: Reading): ExchangeJudgement => {
  const findings = leftOnConnection(rules.scratch, {
    previous,
    call: reading.call,
    again: again.call,
  });
  const sentence = findings[0]?.message ?? '';
  return { exchangeId: reading.exchangeId, verdict: 'wrong', sentence, findings };
};
