import { type Amount, parseAmount, scaleOf, withoutNoise } from '../base/money.ts';
import type { Expectation } from '../formats/scenario/scenario.ts';
import type { HeardCall, Said } from '../ledger/heard-call.ts';
import type { AmountText, Callback } from '../spec/callback.ts';
import type { Exchange, Failure } from '../spec/exchange.ts';
import type { HttpForm } from '../spec/http-form.ts';
import type { Alike, PlayerLikeness } from '../spec/likeness.ts';
import { agentErrorCodes } from '../spec/refusal.ts';
import type { Intent } from '../wire/message.ts';
import { type AgentAnswer, type ErrorAnswer, readAnswer } from '../wire/read-answer.ts';

/** One call with its answer: what a judge looks at. */
export interface Call {
  /** How a person would name it: `makeBet first`, `resend first (new request_id)`. */
  readonly label: string;
  /** Line of the step; absent for the runner's own calls, and in live traffic. */
  readonly line?: number;
  readonly intent: Intent;
  readonly expect: Expectation;
  readonly exchange: Exchange;
  readonly alike?: AlikeTo;
  /** How it was put on the wire, where that is what the scenario is about. */
  readonly http?: HttpForm;
}

/** An id of the call is alike to that of an earlier transaction, or of a player: `of`; and another one. */
export type AlikeTo =
  | { readonly kind: 'transaction'; readonly as: Alike; readonly of: string }
  | { readonly kind: 'player'; readonly as: PlayerLikeness; readonly of: string };

/** A callback of section 6 and what the agent said to it. */
export interface Heard extends HeardCall {
  readonly call: Call;
  readonly answer: AgentAnswer;
  /** The platform made the transaction_id up for this very call: no agent can know it. */
  readonly isFresh?: boolean;
}

/** A call whose answer is a balance. */
export type HeardBalance = Heard & { readonly said: Extract<Said, { kind: 'balance' }> };

/** A call whose answer is a clear refusal. */
export type HeardRefusal = Heard & {
  readonly said: Extract<Said, { kind: 'refusal' }>;
  readonly answer: ErrorAnswer;
};

/** The call with its answer; nothing for what is no callback. */
export const hear = (call: Call): Heard[] =>
  'callback' in call.intent ? [hearCallback(call, call.intent.callback)] : [];

/** A callback and what the agent said to it. */
export const hearCallback = (call: Call, callback: Callback): Heard => {
  const { exchange, label, intent } = call;
  const answer = hearAnswer(exchange);
  return {
    call,
    answer,
    exchangeId: exchange.id,
    label,
    callback,
    said: saidOf(answer, callback.currency),
    // What was sent before may have had its effect.
    begun: exchange.earlier?.[0]?.startedAt ?? exchange.startedAt,
    ended: exchange.startedAt + exchange.durationMs,
    mayBeRefused: intent.kind === 'oddly-signed',
  };
};

/** The call as one of a clear refusal, where it is one. */
export const asRefused = (heard: Heard): HeardRefusal | undefined => {
  const { said, answer } = heard;
  return said.kind === 'refusal' && answer.kind === 'error' ? { ...heard, said, answer } : undefined;
};

/** What the answer says of the money; any error is a refusal. */
export const saidOf = (answer: AgentAnswer, currency: string): Said => {
  switch (answer.kind) {
    case 'balance':
      return saidOfBalance(answer.balance, currency);
    case 'error':
      return { kind: 'refusal', error: answer.error };
    case 'odd':
      return { kind: 'unheard', mayFollow: false, reason: answer.detail };
    case 'none':
      return saidOfSilence(answer);
  }
};

const saidOfBalance = (text: AmountText, currency: string): Said => {
  const actual = openingBalance(text, currency);
  return actual === undefined
    ? { kind: 'unheard', mayFollow: false, reason: 'The balance is not an amount of money.' }
    : { kind: 'balance', actual, text };
};

/** Of a request that was cut off, no agent had the whole. */
const neverArrived: ReadonlySet<Failure> = new Set(['refused', 'certificate', 'forbidden-target', 'cut-off']);

const saidOfSilence = ({ failure, message }: Extract<AgentAnswer, { kind: 'none' }>): Said =>
  neverArrived.has(failure)
    ? { kind: 'not-arrived', reason: message }
    : // Where the answer had begun, the agent was through with it.
      { kind: 'unheard', mayFollow: failure !== 'dropped', reason: message };

/** Section 7's business errors: clear whatever the HTTP status is. */
const businessCodes: ReadonlySet<string> = new Set(agentErrorCodes.filter((code) => code !== 'internal_error'));

/** What says that the agent could not decide, rather than that it refuses. */
const troubled = /internal|unavailable|maintenance|timeout|timed.?out|limit|busy|(?<![a-z])lock|retry|later/i;

/** What an agent answers by itself; a 404 or 429 without a code may be a proxy's. */
const ownStatuses: ReadonlySet<number> = new Set([400, 402, 403, 409, 422]);

/** What an error says of the money where it may be trouble of the agent's, or a proxy's word, and no refusal. */
export const saidOfTrouble = ({ status, error }: ErrorAnswer): Said => {
  const isClear =
    error === undefined ? ownStatuses.has(status) : businessCodes.has(error) || (status < 500 && !troubled.test(error));
  if (isClear) return { kind: 'refusal', error };
  const reason = `The agent answered HTTP ${status}${error === undefined ? '' : ` ${error.slice(0, 60)}`}.`;
  return { kind: 'unheard', mayFollow: true, reason };
};

const faultsOfOurs = ['dropped', 'hung-up', 'cut-off'] as const satisfies readonly Failure[];

export type LostOnPurpose = (typeof faultsOfOurs)[number];

/** How the answer was lost by a fault of ours; undefined where none was. */
export const lostOnPurpose = (answer: Exchange['answer']): LostOnPurpose | undefined =>
  answer.kind === 'answered' ? undefined : faultsOfOurs.find((each) => each === answer.failure);

/** The agent's answer as it is judged: a number that can be no money, such as 1e999, is none. */
export const hearAnswer = ({ answer }: Pick<Exchange, 'answer'>): AgentAnswer => {
  const heard = readAnswer(answer);
  if (heard.kind !== 'balance' || parseAmount(heard.balance) !== undefined) return heard;
  const shown = heard.balance.slice(0, 40);
  const detail = `content.balance is ${shown}, which is not an amount of money.`;
  return { kind: 'odd', problem: 'balance-not-a-number', detail };
};

/**
 * The amount that a balance of unknown origin means, without what floating point leaves: the digits are BAL-08's.
 * Undefined where the text is no amount.
 */
export const openingBalance = (text: AmountText, currency: string): Amount | undefined => {
  const exact = parseAmount(text);
  return exact && withoutNoise(exact, scaleOf(currency));
};

/** When it was answered, Unix milliseconds. */
export const endOf = ({ exchange }: Pick<Call, 'exchange'>): number => exchange.startedAt + exchange.durationMs;
