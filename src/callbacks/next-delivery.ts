import type { DeliveryMode } from '../formats/default-configuration.ts';
import type { AmountText, CallbackType } from '../spec/callback.ts';
import type { AgentAnswer } from './read-answer.ts';

/** What a delivery is about, and what the platform does when its outcome is unclear. */
export interface DeliveryPlan {
  readonly type: CallbackType;
  readonly mode: DeliveryMode;
}

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

/** A bet is sent once and three times more, a rollback five times; a getBalance can be asked anew. */
const attemptsOf = ({ type, mode }: DeliveryPlan): Readonly<Record<Attempted['what'], number>> => {
  const retries = mode === 'retry-then-rollback' || mode === 'retry-only';
  const rollsBack = mode === 'retry-then-rollback' || mode === 'rollback-only';
  switch (type) {
    case 'getBalance':
      return { callback: 1, rollback: 0 };
    case 'makeBet':
      return { callback: retries ? 4 : 1, rollback: rollsBack ? 5 : 0 };
    case 'rollback':
      return { callback: mode === 'none' ? 1 : 5, rollback: 0 };
  }
};

/** 1, 2, 4, 8 s before the second, third, fourth, fifth attempt; none before the first. */
const pauseBefore = (attempt: number): number => (attempt === 1 ? 0 : 1_000 * 2 ** (attempt - 2));

/** What the platform does after these attempts. A clear answer ends it, an unclear one does not. */
export const nextDelivery = (plan: DeliveryPlan, attempts: readonly Attempted[]): NextDelivery => {
  const last = attempts.at(-1);
  if (last === undefined) return send('callback', 1);
  const outcome =
    last.what === 'callback' ? readOutcome(last.answer) : readRollback(attempts, last);
  if (outcome !== undefined) return { kind: 'done', outcome };
  const made = attempts.filter(({ what }) => what === last.what).length;
  const limits = attemptsOf(plan);
  if (made < limits[last.what]) return send(last.what, made + 1);
  if (last.what === 'callback' && limits.rollback > 0) return send('rollback', 1);
  return { kind: 'done', outcome: { kind: 'unclear', reason: describe(last.answer) } };
};

const send = (what: Attempted['what'], attempt: number): NextDelivery => ({
  kind: 'send',
  what,
  attempt,
  afterMs: pauseBefore(attempt),
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

const refusalOf = ({
  status,
  error,
  message,
}: Extract<AgentAnswer, { kind: 'error' }>): DeliveryOutcome => ({
  kind: 'refused',
  status,
  code: error,
  message,
});

/** Sending again would meet the same refusal of ours, or the platform is closing. */
const isFinal = ({ failure }: Extract<AgentAnswer, { kind: 'none' }>): boolean =>
  failure === 'forbidden-target' || failure === 'interrupted';

const readRollback = (
  attempts: readonly Attempted[],
  { answer }: Attempted,
): DeliveryOutcome | undefined => {
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
