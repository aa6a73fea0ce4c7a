import type { AccountStatement, ExchangeJudgement } from '../../formats/judgement.ts';
import type { Account } from '../../ledger/account.ts';
import type { Said } from '../../ledger/heard-call.ts';
import type { Callback } from '../../spec/callback.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { agentErrorCodes } from '../../spec/refusal.ts';
import type { Intent } from '../../wire/message.ts';
import type { ErrorAnswer } from '../../wire/read-answer.ts';
import { type Heard, hearCallback } from '../hear.ts';

/** A callback that was sent, and what came back. Times: counted by the judge. */
export interface Reading extends Heard {
  /** The platform made the transaction_id up for this very call. */
  readonly isFresh: boolean;
}

/** A reading whose answer is a balance. */
export type BalanceReading = Reading & { readonly said: Extract<Said, { kind: 'balance' }> };

/** A reading whose answer is a clear refusal. */
export type RefusedReading = Reading & {
  readonly said: Extract<Said, { kind: 'refusal' }>;
  readonly answer: ErrorAnswer;
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
  const call = { label, intent, expect: { kind: 'ledger' }, exchange } as const;
  const heard = hearCallback(call, intent.callback);
  const { answer } = heard;
  const said = answer.kind === 'error' ? saidOfError(answer) : heard.said;
  return { ...heard, said, begun, ended, isFresh: isFresh(sent) };
};

/** The reading as one of a clear refusal, where it is one. */
export const asRefused = (reading: Reading): RefusedReading | undefined => {
  const { said, answer } = reading;
  return said.kind === 'refusal' && answer.kind === 'error' ? { ...reading, said, answer } : undefined;
};

/**
 * The ids of a game's bets are the platform's own; what is sent by hand may carry any id. A rollback of a
 * game names a bet that was sent: where that is not remembered, the agent may have it all the same.
 */
const isFresh = ({ transaction, exchange, intent }: Sent): boolean =>
  transaction === undefined
    ? exchange.origin === 'game' && intent.callback.type !== 'rollback'
    : transaction === 'fresh';

/** Section 7's business errors: clear whatever the HTTP status is. */
const businessCodes: ReadonlySet<string> = new Set(agentErrorCodes.filter((code) => code !== 'internal_error'));

/** What says that the agent could not decide, rather than that it refuses. */
const troubled = /internal|unavailable|maintenance|timeout|timed.?out|limit|busy|(?<![a-z])lock|retry|later/i;

/** What an agent answers by itself; a 404 or 429 without a code may be a proxy's. */
const ownStatuses: ReadonlySet<number> = new Set([400, 402, 403, 409, 422]);

const saidOfError = ({ status, error }: ErrorAnswer): Said => {
  const isClear =
    error === undefined ? ownStatuses.has(status) : businessCodes.has(error) || (status < 500 && !troubled.test(error));
  if (isClear) return { kind: 'refusal', error };
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
  /** Whether the next answer in the account can be compared with what is known of it. */
  knows(account: Account): boolean;
  /** Whether one more balance of the account tells what a call did that is answered already. */
  looksFor(account: Account): boolean;
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
