import type { ActiveFault } from '../spec/fault.ts';
import type { SpecifiedRefusal } from '../spec/refusal.ts';
import type { FaultyAnswer, OperationDeviation } from './operation-deviation.ts';

/** The deviation that these faults come to together; undefined where there are none. */
export const toOperationDeviation = (
  faults: readonly ActiveFault[],
): OperationDeviation | undefined => {
  if (faults.length === 0) return undefined;
  const delayed = faults.find(({ fault }) => fault === 'delayed');
  const other = faults.find(({ fault }) => fault !== 'delayed');
  return { delayMs: delayed?.delayMs ?? 0, answer: answerOf(other) };
};

const answerOf = (fault: ActiveFault | undefined): FaultyAnswer => {
  switch (fault?.fault) {
    case 'refused':
      // The code was checked when the fault was switched on.
      return { kind: 'refused', code: fault.code as SpecifiedRefusal };
    case 'error-like-success':
    case 'dropped':
      return { kind: fault.fault };
    default:
      return { kind: 'right' };
  }
};
