import type { ActiveFault, FaultOrder } from '../formats/fault.ts';
import { type CallbackType, callbackTypes } from '../spec/callback.ts';
import { namesOf } from '../spec/closed-list.ts';
import {
  type CallbackFault,
  callbackFaults,
  faultLimits,
  type Loss,
  losses,
  type OperationFault,
  operationFaults,
  type PlatformFault,
} from '../spec/fault.ts';
import { type OperationName, operationNames } from '../spec/operation.ts';
import { refusals, type SpecifiedRefusal } from '../spec/refusal.ts';
import { usageError, type WalletproofError } from '../spec/walletproof-error.ts';

/** What the sender of a callback does otherwise than it should. */
export interface CallbackDeviation {
  /** Waits so long before it sends. */
  readonly delayMs: number;
  /** What is lost on the way. */
  readonly lose: Loss | undefined;
  /** `again`: the same bytes once more after the answer; `together`: twice at the same time. */
  readonly send: 'once' | 'again' | 'together';
  readonly signature: 'valid' | 'wrong';
}

/** Nothing out of the ordinary. */
export const noDeviation: CallbackDeviation = {
  delayMs: 0,
  lose: undefined,
  send: 'once',
  signature: 'valid',
};

/** What a right request is answered with. `dropped`: nothing, the connection is closed. */
type FaultyAnswer =
  | { readonly kind: 'right' }
  | { readonly kind: 'refused'; readonly code: SpecifiedRefusal }
  | { readonly kind: 'error-like-success' }
  | { readonly kind: 'dropped' };

/** How the platform answers a right request otherwise than it should. */
export interface OperationDeviation {
  /** Waits so long before it answers. */
  readonly delayMs: number;
  readonly answer: FaultyAnswer;
}

/** The deviation that these faults come to together. */
export const toCallbackDeviation = (faults: readonly ActiveFault[]): CallbackDeviation => {
  if (faults.length === 0) return noDeviation;
  const find = (name: CallbackFault) => faults.find(({ fault }) => fault === name);
  return {
    delayMs: find('delayed')?.delayMs ?? 0,
    lose: namesOf(losses).find((loss) => find(`${loss}-lost`) !== undefined),
    send: find('sent-together') ? 'together' : find('duplicated') ? 'again' : 'once',
    signature: find('wrong-signature') ? 'wrong' : 'valid',
  };
};

/** The deviation that these faults come to together; undefined where there are none. */
export const toOperationDeviation = (faults: readonly ActiveFault[]): OperationDeviation | undefined => {
  if (faults.length === 0) return undefined;
  const delayed = faults.find(({ fault }) => fault === 'delayed');
  const other = faults.find(({ fault }) => fault !== 'delayed');
  return { delayMs: delayed?.delayMs ?? 0, answer: answerOf(other) };
};

const answerOf = (fault: ActiveFault | undefined): FaultyAnswer => {
  switch (fault?.fault) {
    case 'refused':
      return { kind: 'refused', code: fault.code ?? faultLimits.code.byDefault };
    case 'error-like-success':
    case 'dropped':
      return { kind: fault.fault };
    default:
      return { kind: 'right' };
  }
};

/** The deviation that a scenario names as its platform fault. */
export const deviationOf = (fault: PlatformFault): OperationDeviation => deviations[fault];

const refusedWith = (code: SpecifiedRefusal): OperationDeviation => ({
  delayMs: 0,
  answer: { kind: 'refused', code },
});

const deviations: Readonly<Record<PlatformFault, OperationDeviation>> = {
  'error-like-success': { delayMs: 0, answer: { kind: 'error-like-success' } },
  'invalid-signature': refusedWith('invalid_signature'),
  'agent-not-found': refusedWith('agent_not_found'),
  'validation-error': refusedWith('validation_error'),
};

/** The faults that are switched on, in either direction. */
export type FaultBoard = ReturnType<typeof createFaultBoard>;

const mostFaults = 100;

/**
 * A board of faults. Faults of different kinds happen together; of those that exclude one another
 * (two delays, a refusal and a dropped answer) the first switched on happens until it is used up.
 */
export const createFaultBoard = ({ newId }: { readonly newId: () => string }) => {
  const hearers = new Set<(faults: readonly ActiveFault[]) => void>();
  let faults: readonly ActiveFault[] = [];
  const change = (next: readonly ActiveFault[]): void => {
    faults = next;
    for (const hear of hearers) hear(next);
  };
  /** Switches the others off; whether there were any. */
  const keep = (isKept: (fault: ActiveFault) => boolean): boolean => {
    const rest = faults.filter(isKept);
    const isLess = rest.length < faults.length;
    if (isLess) change(rest);
    return isLess;
  };
  const take = (occasion: Occasion): readonly ActiveFault[] => {
    if (faults.length === 0) return none;
    const taken = findHappening(faults, occasion);
    if (taken.some(({ times }) => times !== undefined)) change(countDown(faults, taken));
    return taken;
  };
  return {
    /** Oldest first; the same array until something changes. */
    list: () => faults,
    /** Switches a fault on. WalletproofError `usage` where there is no such fault, or 100 are on. */
    add: (order: FaultOrder): ActiveFault => {
      if (faults.length >= mostFaults) throw tooMany();
      const fault = { ...checkFaultOrder(order), id: newId() };
      change([...faults, fault]);
      return fault;
    },
    /** Whether there was one of that id. */
    remove: (id: string): boolean => keep((fault) => fault.id !== id),
    clear: (): void => {
      keep(() => false);
    },
    /** Switches off those that are for this agent alone. */
    forgetAgent: (agentId: number): void => {
      keep((fault) => fault.agentId !== agentId);
    },
    /** How a callback of this type is sent now. Asked once for each sending: it counts the times. */
    takeCallback: (target: CallbackType, agentId?: number): CallbackDeviation =>
      toCallbackDeviation(take({ direction: 'callback', target, agentId })),
    /** How a right request is answered now; undefined: rightly. It counts the times, too. */
    takeOperation: (target: OperationName, agentId?: number): OperationDeviation | undefined =>
      toOperationDeviation(take({ direction: 'operation', target, agentId })),
    /** Hears the faults after every change, until the function given back is called. */
    onChange: (hear: (faults: readonly ActiveFault[]) => void): (() => void) => {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
};

const none: readonly ActiveFault[] = [];

/** One time less of those that were taken; without those that are used up. */
const countDown = (faults: readonly ActiveFault[], taken: readonly ActiveFault[]): readonly ActiveFault[] =>
  faults.flatMap((fault) => {
    if (fault.times === undefined || !taken.includes(fault)) return [fault];
    return fault.times === 1 ? [] : [{ ...fault, times: fault.times - 1 }];
  });

const tooMany = (): WalletproofError =>
  usageError(`${mostFaults} faults are already switched on.`, 'Switch some of them off first.');

/** A callback that is to be sent, or an operation that is to be answered. */
interface Occasion {
  readonly direction: ActiveFault['direction'];
  /** Its type or name. */
  readonly target: string;
  readonly agentId: number | undefined;
}

/**
 * The faults that happen on an occasion. Of those that exclude one another only the first: two
 * delays, a refusal and a dropped answer.
 */
const findHappening = (
  faults: readonly ActiveFault[],
  { direction, target, agentId }: Occasion,
): readonly ActiveFault[] => {
  const meant = faults.filter(
    (fault) =>
      fault.direction === direction &&
      (fault.on === undefined || fault.on === target) &&
      (fault.agentId === undefined || fault.agentId === agentId),
  );
  return meant.filter(
    ({ fault }, place) => meant.findIndex((other) => changed[other.fault] === changed[fault]) === place,
  );
};

/** What a fault changes. Two that change the same thing cannot happen at once. */
const changed: Readonly<Record<CallbackFault | OperationFault, string>> = {
  delayed: 'time',
  'answer-lost': 'answer',
  'proxied-answer-lost': 'answer',
  'connection-lost': 'answer',
  'sending-side-lost': 'answer',
  'body-lost': 'answer',
  'half-body-lost': 'answer',
  'end-of-body-lost': 'answer',
  duplicated: 'count',
  'sent-together': 'count',
  'wrong-signature': 'signature',
  refused: 'answer',
  'error-like-success': 'answer',
  dropped: 'answer',
};

/**
 * The order with its defaults filled in and nothing else in it.
 * WalletproofError `usage` where it asks for something that does not exist.
 */
const checkFaultOrder = (order: FaultOrder): FaultOrder => {
  const direction = oneOf(order.direction, ['callback', 'operation'], 'direction');
  const { faults, targets } = directions[direction];
  const fault = oneOf(order.fault, faults, `${direction} fault`);
  const { on, times, agentId } = order;
  return {
    direction,
    fault,
    ...(agentId === undefined ? {} : { agentId }),
    on: on === undefined ? undefined : oneOf(on, targets, direction),
    code: codeOf(order),
    delayMs: delayOf(order),
    times: times === undefined ? undefined : wholeOf(times, 'times'),
  };
};

const directions = {
  callback: { faults: namesOf(callbackFaults), targets: callbackTypes },
  operation: { faults: namesOf(operationFaults), targets: operationNames },
} as const;

const codeOf = ({ fault, code }: FaultOrder): FaultOrder['code'] => {
  if (fault === 'refused') {
    return oneOf(code ?? faultLimits.code.byDefault, namesOf(refusals), 'code of section 7');
  }
  if (code !== undefined) throw needless('code', 'refused');
  return undefined;
};

const delayOf = ({ fault, delayMs }: FaultOrder): number | undefined => {
  if (fault === 'delayed') return wholeOf(delayMs ?? faultLimits.delayMs.byDefault, 'delayMs');
  if (delayMs !== undefined) throw needless('delayMs', 'delayed');
  return undefined;
};

/** One of the words, by value: the names of what every object has are none. */
const oneOf = <const Word>(value: unknown, words: readonly Word[], what: string): Word => {
  const word = words.find((each) => each === value);
  if (word !== undefined) return word;
  throw usageError(`There is no ${what} ${shown(value)}.`, `Name one of: ${words.join(', ')}.`);
};

const wholeOf = (value: unknown, name: 'delayMs' | 'times'): number => {
  const { least, most } = faultLimits[name];
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) {
    return Number(value);
  }
  throw usageError(`${name} cannot be ${shown(value)}.`, `Give a whole number from ${least} to ${most}.`);
};

const needless = (name: string, fault: string): WalletproofError =>
  usageError(`${name} is for the fault ${fault} only.`, `Leave ${name} out, or switch ${fault} on.`);

const longest = 60;

/** A value in a message: cut short, its control characters escaped. */
const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};
