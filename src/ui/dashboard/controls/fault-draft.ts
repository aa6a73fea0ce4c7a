import type { FaultOrder } from '../../../formats/fault.ts';
import { callbackTypes } from '../../../spec/callback.ts';
import {
  type CallbackFault,
  callbackFaults,
  faultLimits,
  type OperationFault,
  operationFaults,
} from '../../../spec/fault.ts';
import { operationNames } from '../../../spec/operation.ts';

export type FaultName = CallbackFault | OperationFault;

/** The form of a fault, as it is filled in. */
export interface FaultDraft {
  readonly direction: FaultOrder['direction'];
  readonly fault: FaultName;
  /** Empty for every call. */
  readonly on: NonNullable<FaultOrder['on']> | '';
  readonly code: NonNullable<FaultOrder['code']>;
  readonly delayMs: string;
  /** Empty until it is switched off. */
  readonly times: string;
}

export const emptyFaultDraft: FaultDraft = {
  direction: 'callback',
  fault: 'answer-lost',
  on: '',
  code: faultLimits.code.byDefault,
  delayMs: String(faultLimits.delayMs.byDefault),
  times: '1',
};

/** What the faults of a direction do, by their names. */
export const faultsOf = (direction: FaultOrder['direction']): Readonly<Record<string, string>> =>
  direction === 'callback' ? callbackFaults : operationFaults;

/** The calls of a direction that a fault may be kept to. */
export const callsOf = (direction: FaultOrder['direction']): readonly FaultDraft['on'][] =>
  direction === 'callback' ? callbackTypes : operationNames;

/** The same form for the other direction: with a fault that it has, and without a call of this one. */
export const turned = (draft: FaultDraft, direction: FaultOrder['direction']): FaultDraft => {
  const known = faultsOf(direction);
  const [first] = Object.keys(known) as FaultName[];
  const fault = Object.hasOwn(known, draft.fault) ? draft.fault : (first ?? draft.fault);
  return { ...draft, direction, fault, on: '' };
};

/** What is switched on: only the fields that this fault has. */
export const faultOrderOf = (draft: FaultDraft): FaultOrder => {
  const { direction, fault, on, code, delayMs, times } = draft;
  return {
    direction,
    fault,
    on: on === '' ? undefined : on,
    code: fault === 'refused' ? code : undefined,
    delayMs: fault === 'delayed' ? Number(delayMs) : undefined,
    times: times.trim() === '' ? undefined : Number(times),
  };
};

/** A fault that is on, in a line: `answer-lost on makeBet, once more`. */
export const faultText = ({ fault, on, code, delayMs, times, direction }: FaultOrder): string => {
  const what = direction === 'callback' ? 'every callback' : 'every request of the agent';
  return [
    `${fault}${code === undefined ? '' : ` with ${code}`} on ${on ?? what}`,
    delayMs === undefined ? '' : `${delayMs} ms`,
    timesText(times),
  ]
    .filter((part) => part !== '')
    .join(', ');
};

const timesText = (times: number | undefined): string => {
  if (times === undefined) return 'until it is switched off';
  return times === 1 ? 'once more' : `${times} more times`;
};

/** What a right agent makes of a fault, in what it is sent or in the answers that it gets. */
export const lessonOf = ({ direction, fault }: FaultDraft): string => {
  const lessons: Readonly<Record<string, string>> = direction === 'callback' ? callbackLessons : operationLessons;
  return lessons[fault] ?? '';
};

const callbackLessons: Readonly<Record<CallbackFault, string>> = {
  'answer-lost': 'It must know the transaction_id again and answer the balance, without a second debit or credit.',
  duplicated: 'The second changes nothing: it gets the same balance (section 6, idempotency).',
  'sent-together':
    'Only one of the two may move money: look the transaction up and store it in one step, behind one lock or unique key.',
  delayed: 'Nothing is different for it: it answers when the callback comes.',
  'wrong-signature': 'It must refuse before it does anything else: HTTP 403, error invalid_signature, no money moved.',
};

const operationLessons: Readonly<Record<OperationFault, string>> = {
  refused: 'It reads the HTTP status first, and tells the player that there is no game now.',
  'error-like-success':
    'Any status but 200 is an error, even with data in the body (section 4): it must not use the link.',
  delayed: 'It waits, or gives up by a time limit of its own, and the player is told.',
  dropped: 'It does not know whether a session was made: it may ask again.',
};
