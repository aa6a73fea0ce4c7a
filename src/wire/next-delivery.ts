import type { DeliveryMode } from '../formats/default-configuration.ts';
import { durationOf } from '../formats/written-time.ts';
import type { AmountText, CallbackType } from '../spec/callback.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { AgentAnswer } from './read-answer.ts';

/** What a delivery is about, and what the platform does when its outcome is unclear. */
export interface DeliveryPlan {
  readonly type: CallbackType;
  readonly mode: DeliveryMode;
  /** The pauses before each further attempt, milliseconds. */
  readonly pauses: RetryPauses;
}

/** Before a makeBet is sent again, and before a rollback is. Empty: it is not. */
export interface RetryPauses {
  readonly makeBet: readonly number[];
  readonly rollback: readonly number[];
}

/** The pauses that the settings say. */
export const retryPausesOf = ({
  retries,
  rollbackRetries,
}: Pick<Quirks, 'retries' | 'rollbackRetries'>): RetryPauses => ({
  makeBet: retries.map(durationOf),
  rollback: rollbackRetries.map(durationOf),
});

/** One sending so far: of the callback itself, or of the rollback of its bet. */
export interface Attempted {
  readonly what: 'callback' | 'rollback';
  readonly answer: AgentAnswer;
}

/** What has become of a callback. */
export type DeliveryOutcome =
  | { readonly kind: 'balance'; readonly balance: AmountText }
  | {
      readonly kind: 'refused';
      /** The HTTP status. */
      readonly status: number;
      /** The agent's error code and text (section 7), where it gave them. */
      readonly code?: string;
      readonly message?: string;
    }
  /** The bet was cancelled since its outcome was unclear; the balance where the agent told it. */
  | { readonly kind: 'rolled-back'; readonly reason: string; readonly balance?: AmountText }
  /** Nobody knows whether the agent has processed it. */
  | { readonly kind: 'unclear'; readonly reason: string };

export type NextDelivery =
  | {
      readonly kind: 'send';
      readonly what: Attempted['what'];
      /** 1 for the first sending of the callback, or of the rollback. */
      readonly attempt: number;
      readonly afterMs: number;
    }
  | { readonly kind: 'done'; readonly outcome: DeliveryOutcome };

/** The pause before each attempt, the first included; none where it is not sent at all. */
type Schedule = Readonly<Record<Attempted['what'], readonly number[]>>;

/** A bet, and its rollback, are sent again as the mode says; a getBalance can be asked anew. */
const scheduleOf = ({ type, mode, pauses }: DeliveryPlan): Schedule => {
  const retries = mode === 'retry-then-rollback' || mode === 'retry-only';
  const rollsBack = mode === 'retry-then-rollback' || mode === 'rollback-only';
  switch (type) {
    case 'getBalance':
      return { callback: [0], rollback: [] };
    case 'makeBet':
      return {
        callback: retries ? [0, ...pauses.makeBet] : [0],
        rollback: rollsBack ? [0, ...pauses.rollback] : [],
      };
    case 'rollback':
      return { callback: mode === 'none' ? [0] : [0, ...pauses.rollback], rollback: [] };
  }
};

/** What the platform does after these attempts. A clear answer ends it, an unclear one does not. */
export const nextDelivery = (plan: DeliveryPlan, attempts: readonly Attempted[]): NextDelivery => {
  const schedule = scheduleOf(plan);
  const last = attempts.at(-1);
  if (last === undefined) return sendFirst('callback');
  const outcome = last.what === 'callback' ? readOutcome(last.answer) : readRollback(attempts, last);
  if (outcome !== undefined) return { kind: 'done', outcome };
  const made = attempts.filter(({ what }) => what === last.what).length;
  const afterMs = schedule[last.what][made];
  if (afterMs !== undefined) return { kind: 'send', what: last.what, attempt: made + 1, afterMs };
  if (last.what === 'callback' && schedule.rollback.length > 0) return sendFirst('rollback');
  return { kind: 'done', outcome: { kind: 'unclear', reason: describe(last.answer) } };
};

/** How often it is sent again after a sending, and what comes when none of them is answered clearly. */
export const afterDelivery = (
  plan: DeliveryPlan,
  { what, attempt }: { readonly what: Attempted['what']; readonly attempt: number },
): { readonly attemptsLeft: number; readonly then: 'rollback' | 'given-up' } => {
  const schedule = scheduleOf(plan);
  const rollsBack = what === 'callback' && schedule.rollback.length > 0;
  return {
    attemptsLeft: schedule[what].length - attempt,
    // biome-ignore lint/suspicious/noThenProperty: it is data, and no method
    then: rollsBack ? 'rollback' : 'given-up',
  };
};

const sendFirst = (what: Attempted['what']): NextDelivery => ({
  kind: 'send',
  what,
  attempt: 1,
  afterMs: 0,
});

/** Undefined where the agent may or may not have processed the callback, and may be asked again. */
const readOutcome = (answer: AgentAnswer): DeliveryOutcome | undefined => {
  switch (answer.kind) {
    case 'balance':
      return answer;
    case 'error':
      return answer.status < 500 ? refusalOf(answer) : undefined;
    case 'odd':
      return undefined;
    case 'none':
      return isFinal(answer) ? { kind: 'unclear', reason: answer.message } : undefined;
  }
};

const refusalOf = ({ status, error, message }: Extract<AgentAnswer, { kind: 'error' }>): DeliveryOutcome => ({
  kind: 'refused',
  status,
  code: error,
  message,
});

/** Sending again would meet the same refusal of ours, or the platform is closing. */
const isFinal = ({ failure }: Extract<AgentAnswer, { kind: 'none' }>): boolean =>
  failure === 'forbidden-target' || failure === 'interrupted';

const readRollback = (attempts: readonly Attempted[], { answer }: Attempted): DeliveryOutcome | undefined => {
  const outcome = readOutcome(answer);
  const unclearBet = attempts.findLast(({ what }) => what === 'callback')?.answer ?? answer;
  const reason = describe(unclearBet);
  if (outcome?.kind === 'balance') return { kind: 'rolled-back', reason, balance: outcome.balance };
  if (outcome?.kind !== 'refused') return outcome;
  // Section 7: nothing was there to roll back, so that nothing is left of the bet either.
  if (outcome.code === 'transaction_not_found') return { kind: 'rolled-back', reason };
  return { kind: 'unclear', reason: `The rollback was refused: ${describe(answer)}` };
};

const describe = (answer: AgentAnswer): string => {
  switch (answer.kind) {
    case 'balance':
      return `The agent answered the balance ${answer.balance}.`;
    case 'error':
      return `The agent answered HTTP ${answer.status}${answer.error === undefined ? '' : ` with the error ${answer.error}`}.`;
    case 'odd':
      return answer.detail;
    case 'none':
      return answer.message;
  }
};
