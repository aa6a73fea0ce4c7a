import { agentErrorCodes } from '../spec/refusal.ts';
import { isClosedKept } from '../wire/pace.ts';
import { describeError, readAnswer } from '../wire/read-answer.ts';
import type { PlannedCall } from './account.ts';
import type { Group } from './activity.ts';
import type { HeardCall } from './heard-calls.ts';
import type { Sent } from './sent-call.ts';

/** Calls that are under way, or are to be sent next. */
export interface Pending {
  /**
   * `step`: of the activity. `after-race`: the quiet getBalance after calls at once. `doubted`: once
   * more a getBalance that nobody expected. `alone`: a bet as one that was refused at once with others.
   * `resync`: what there is, whatever it should be.
   */
  readonly as: 'step' | 'after-race' | 'doubted' | 'alone' | 'resync';
  readonly group: Group;
  /** What was answered by now, by its place in the group: others are sent again. */
  readonly heard: readonly (HeardCall | undefined)[];
  /** The sendings of each call that no clear answer came to. */
  readonly unclear: readonly (readonly HeardCall[])[];
  readonly tries: number;
  /** The calls at once that an `after-race` belongs to. */
  readonly race?: readonly HeardCall[];
}

export const pendingOf = (group: Group, as: Pending['as']): Pending => ({
  ...{ as, group, tries: 0 },
  heard: group.map(() => undefined),
  unclear: group.map(() => []),
});

/** The calls that no clear answer came to by now. */
export const callsLeft = ({ group, heard }: Pending): readonly PlannedCall[] =>
  group.filter((_, place) => heard[place] === undefined);

/** The last sendings of those calls; none where they were not sent yet. */
export const unclearIn = ({ heard, unclear }: Pending): readonly HeardCall[] =>
  unclear.flatMap((sendings, place) => (heard[place] === undefined ? sendings.slice(-1) : []));

/** How calls are named: `names` of transactions, in the order in which they were sent. */
interface Naming {
  readonly names: Map<string, string>;
  readonly newNumber: () => string;
}

/** With what came of the calls that were left, in their order. */
export const withAnswers = (pending: Pending, sents: readonly Sent[], { names, newNumber }: Naming): Pending => {
  const left = [...sents];
  const heard = [...pending.heard];
  const unclear = [...pending.unclear];
  for (const [place, planned] of pending.group.entries()) {
    const sent = heard[place] === undefined ? left.shift() : undefined;
    if (sent === undefined) continue;
    const before = unclear[place] ?? [];
    const call: HeardCall = {
      ...{ planned, sent, burst: pending.group.length },
      label: labelOf(names, planned),
      number: before[0]?.number ?? newNumber(),
      earlier: before.map((each) => each.sent),
    };
    if (isClear(planned, sent)) heard[place] = call;
    else unclear[place] = [...before, call];
  }
  return { ...pending, heard, unclear };
};

const labelOf = (names: Map<string, string>, { callback }: PlannedCall): string => {
  if (callback.type === 'getBalance') return 'getBalance';
  const known = names.get(callback.transactionId);
  const name = known ?? `t-${names.size + 1}`;
  names.set(callback.transactionId, name);
  if (callback.type === 'rollback') return `rollback of ${name}`;
  return known === undefined ? `makeBet ${name}` : `makeBet ${name} again`;
};

/** Like the platform's own retries of an unclear call. */
const retryAfterMs = [1000, 2000, 4000] as const;

/** So often a call is sent that no clear answer comes to. */
export const mostSendings = retryAfterMs.length + 1;

/**
 * Once more what is left, and after how long; undefined where it was sent often enough. What met a kept
 * connection that had closed was not sent, and goes out at once.
 */
export const sentAgain = (pending: Pending): { readonly pending: Pending; readonly afterMs: number } | undefined => {
  const isOurs = unclearIn(pending).every(({ sent }) => isClosedKept(sent));
  const afterMs = isOurs && pending.tries === 0 ? 0 : retryAfterMs[pending.tries];
  if (afterMs === undefined) return undefined;
  return { pending: { ...pending, tries: pending.tries + (isOurs ? 0 : 1) }, afterMs };
};

/** Other answers say nothing of the wallet: what was called may be applied or not. */
export const isClear = ({ isLost }: Pick<PlannedCall, 'isLost'>, { answer }: Sent): boolean => {
  if (answer.kind === 'failed') return isLost && answer.failure === 'dropped';
  if (answer.status === 200 && !hasInternalError(answer.body)) return true;
  const read = readAnswer(answer);
  if (read.kind !== 'error') return true;
  if (read.error === internalError || answer.status === 429) return false;
  return answer.status < 500 || isNamed(read.error);
};

const internalError = 'internal_error';

/** Only then it is read: most answers have a balance, and are read once by a faster reader. */
const hasInternalError = ({ buffer, byteOffset, length }: Uint8Array): boolean =>
  Buffer.from(buffer, byteOffset, length).includes(internalError);

/** A code of section 7 is clear, whatever the status. */
const isNamed = (code: string | undefined): boolean => agentErrorCodes.some((each) => each === code);

/** What came, where it is no balance. */
export const saidOf = ({ answer }: Sent): string => {
  const read = readAnswer(answer);
  switch (read.kind) {
    case 'error':
      return describeError(read);
    case 'none':
      return `${read.failure}: ${read.message}`;
    case 'odd':
      return read.detail;
    case 'balance':
      return `the balance ${read.balance}`;
  }
};
