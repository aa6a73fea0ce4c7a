import type { HeardCall, Said } from '../ledger/heard-call.ts';
import type { Prediction } from '../ledger/prediction.ts';
import { type Amount, parseAmount } from '../money/amount.ts';
import { roundToScale, smallestUnit } from '../money/currency-scale.ts';
import type { AmountText, Callback } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Situation } from '../spec/situation.ts';
import { type AgentAnswer, readAnswer } from '../wire/read-answer.ts';
import type { Call } from './call.ts';

/** A callback of section 6 and what the agent said to it. */
export interface Heard extends HeardCall {
  readonly call: Call;
  readonly answer: AgentAnswer;
}

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

const saidOfSilence = ({ failure, message }: Extract<AgentAnswer, { kind: 'none' }>): Said =>
  failure === 'refused' || failure === 'certificate' || failure === 'forbidden-target'
    ? { kind: 'not-arrived', reason: message }
    : // Where the answer had begun, the agent was through with it.
      { kind: 'unheard', mayFollow: failure !== 'dropped', reason: message };

/** The agent's answer as it is judged: a number that can be no money, such as 1e999, is none. */
export const hearAnswer = ({ answer }: Pick<Exchange, 'answer'>): AgentAnswer => {
  const heard = readAnswer(answer);
  if (heard.kind !== 'balance' || parseAmount(heard.balance) !== undefined) return heard;
  const shown = heard.balance.slice(0, 40);
  const detail = `content.balance is ${shown}, which is not an amount of money.`;
  return { kind: 'odd', problem: 'balance-not-a-number', detail };
};

/** Less than this part of the smallest unit is what floating point leaves, and no money. */
const noise = '0.001';

/**
 * The amount that a balance of unknown origin means: 0.30000000000000004 USD is 0.3 (the digits
 * are BAL-08's), 0.1264 USD is what it says. Undefined where the text is no amount.
 */
export const openingBalance = (text: AmountText, currency: string): Amount | undefined => {
  const exact = parseAmount(text);
  if (exact === undefined) return undefined;
  const rounded = roundToScale(exact, currency);
  return rounded.minus(exact).abs().lt(smallestUnit(currency).times(noise)) ? rounded : exact;
};

/** A valid call, what the ledger predicts of it, and the answer that came. */
export interface Predicted {
  readonly call: Call;
  readonly callback: Callback;
  readonly said: Said;
  readonly answer: Extract<AgentAnswer, { kind: 'balance' | 'error' }>;
  readonly prediction: Prediction;
  readonly situation: Situation;
}
