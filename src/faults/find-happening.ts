import type { ActiveFault, CallbackFault, OperationFault } from '../spec/fault.ts';

/** A callback that is to be sent, or an operation that is to be answered. */
export interface Occasion {
  readonly direction: ActiveFault['direction'];
  /** Its type or name. */
  readonly target: string;
}

/**
 * The faults that happen on an occasion. Of those that exclude one another only the first: two
 * delays, a refusal and a dropped answer.
 */
export const findHappening = (
  faults: readonly ActiveFault[],
  { direction, target }: Occasion,
): readonly ActiveFault[] => {
  const meant = faults.filter(
    (fault) => fault.direction === direction && (fault.on === undefined || fault.on === target),
  );
  return meant.filter(
    ({ fault }, place) =>
      meant.findIndex((other) => changed[other.fault] === changed[fault]) === place,
  );
};

/** What a fault changes. Two that change the same thing cannot happen at once. */
const changed: Readonly<Record<CallbackFault | OperationFault, string>> = {
  delayed: 'time',
  'answer-lost': 'answer',
  duplicated: 'count',
  'sent-together': 'count',
  'wrong-signature': 'signature',
  refused: 'answer',
  'error-like-success': 'answer',
  dropped: 'answer',
};
