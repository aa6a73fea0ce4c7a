import type { AgentAnswer } from '../../callbacks/read-answer.ts';
import type { AccountStatement, ExchangeJudgement } from '../../formats/judgement.ts';
import type { Account } from '../../ledger/ledger.ts';
import type { Amount } from '../../money/amount.ts';
import type { Callback } from '../../spec/callback.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Call, Intent } from '../call.ts';
import { hearAnswer, openingBalance } from '../hear.ts';

type ErrorAnswer = Extract<AgentAnswer, { kind: 'error' }>;

/**
 * What an answer says of the money: a balance; a clear refusal; nothing, though the agent may have
 * handled the call, and where `mayFollow` may still do so; or that the agent never had it.
 */
export type Word =
  | { readonly kind: 'balance'; readonly actual: Amount; readonly text: string }
  | { readonly kind: 'refusal'; readonly answer: ErrorAnswer }
  | { readonly kind: 'unheard'; readonly mayFollow: boolean; readonly reason: string }
  | { readonly kind: 'not-arrived'; readonly reason: string };

/** A callback that was sent, and what came back. */
export interface Reading {
  readonly call: Call;
  readonly callback: Callback;
  readonly answer: AgentAnswer;
  readonly word: Word;
  /** The platform made the transaction_id up for this very call. */
  readonly isFresh: boolean;
  /** Right signatures written in an unusual way may be refused. */
  readonly mayBeRefused: boolean;
  /** When it left and was answered, counted by the judge. */
  readonly begun: number;
  readonly ended: number;
}

export type BalanceWord = Extract<Word, { readonly kind: 'balance' }>;

/** A reading whose answer is a balance. */
export type BalanceReading = Reading & { readonly word: BalanceWord };

/** A reading whose answer is a clear refusal. */
export type RefusedReading = Reading & {
  readonly word: Extract<Word, { readonly kind: 'refusal' }>;
};

export interface Sent extends LiveStart {
  readonly intent: Extract<Intent, { readonly callback: Callback }>;
  readonly exchange: Exchange;
  readonly begun: number;
  readonly ended: number;
}

/** Reads the answer to a callback of section 6. */
export const readSending = (sent: Sent): Reading => {
  const { label, intent, exchange, begun, ended } = sent;
  const answer = hearAnswer(exchange);
  return {
    call: { label, intent, expect: { kind: 'ledger' }, exchange },
    callback: intent.callback,
    answer,
    word: wordOf(answer, intent.callback.currency),
    isFresh: isFresh(sent),
    mayBeRefused: intent.kind === 'oddly-signed',
    begun,
    ended,
  };
};

/** A game's ids are the platform's own; what is sent by hand may carry any id. */
const isFresh = ({ transaction, exchange }: Sent): boolean =>
  transaction === undefined ? exchange.origin === 'game' : transaction === 'fresh';

const wordOf = (answer: AgentAnswer, currency: string): Word => {
  switch (answer.kind) {
    case 'balance':
      return wordOfBalance(answer.balance, currency);
    case 'error':
      return wordOfError(answer);
    case 'odd':
      return { kind: 'unheard', mayFollow: false, reason: answer.detail };
    case 'none':
      return wordOfSilence(answer);
  }
};

const wordOfBalance = (text: string, currency: string): Word => {
  const actual = openingBalance(text, currency);
  return actual === undefined
    ? { kind: 'unheard', mayFollow: false, reason: 'The balance is no amount of money.' }
    : { kind: 'balance', actual, text };
};

const wordOfSilence = ({ failure, message }: Extract<AgentAnswer, { kind: 'none' }>): Word =>
  failure === 'refused' || failure === 'forbidden-target'
    ? { kind: 'not-arrived', reason: message }
    : // Where the answer had begun, the agent was through with it.
      { kind: 'unheard', mayFollow: failure !== 'dropped', reason: message };

/** Section 7's business errors: clear whatever the HTTP status is. */
const businessCodes: ReadonlySet<string> = new Set([
  'invalid_signature',
  'insufficient_balance',
  'transaction_not_found',
  'player_not_found',
  'invalid_currency',
]);

/** What says that the agent could not decide, rather than that it refuses. */
const troubled =
  /internal|unavailable|maintenance|timeout|timed.?out|limit|busy|(?<![a-z])lock|retry|later/i;

/** What an agent answers by itself; a 404 or 429 without a code may be a proxy's. */
const ownStatuses: ReadonlySet<number> = new Set([400, 402, 403, 409, 422]);

const wordOfError = (answer: ErrorAnswer): Word => {
  const { status, error } = answer;
  const isClear =
    error === undefined
      ? ownStatuses.has(status)
      : businessCodes.has(error) || (status < 500 && !troubled.test(error));
  if (isClear) return { kind: 'refusal', answer };
  const reason = `The agent answered HTTP ${status}${error === undefined ? '' : ` ${error.slice(0, 60)}`}.`;
  return { kind: 'unheard', mayFollow: true, reason };
};

/** A callback that is about to leave. */
export interface LiveStart {
  readonly intent: Intent;
  /** How a person would name it: `makeBet (attempt 2)`. */
  readonly label: string;
  /** Unix milliseconds. */
  readonly at: number;
  /**
   * `fresh`: the platform made the transaction_id up for this call, so that no agent can know it.
   * `given`: it may be an old one. When absent: fresh where a game sends it.
   */
  readonly transaction?: 'fresh' | 'given';
}

interface LiveSending {
  /**
   * The call with its answer. Gives back the judgements that became clear by it: its own; those of
   * calls that overlapped it, once all are answered; now and then an earlier one, told anew.
   */
  end(exchange: Exchange): readonly ExchangeJudgement[];
}

/** Follows every account while the platform serves, and says of every answer whether it is right. */
export interface LiveJudge {
  /** Just before it leaves. Overlap of calls on one account is known by this. */
  begin(start: LiveStart): LiveSending;
  /** The accounts, each as the ledger has followed it; the one that was used last comes last. */
  statements(): readonly AccountStatement[];
  /**
   * Somebody else used the account, such as a run of the suite: the next balance is taken as it is,
   * and the difference is booked as moved elsewhere. All accounts when absent.
   */
  forget(account?: Account): void;
  /** Somebody uses the accounts for a while: until the function given back is called, nothing is judged. */
  standAside(): () => void;
  /** As at the start: no accounts, no transactions. */
  reset(): void;
}
