import type { CallbackFault, FaultOrder, OperationFault } from '../../../spec/fault.ts';
import { callbackFaults, operationFaults } from '../../../spec/fault.ts';

/** The form of a fault, as it is filled in. */
export interface FaultDraft {
  readonly direction: FaultOrder['direction'];
  readonly fault: CallbackFault | OperationFault;
  /** Empty for every call. */
  readonly on: string;
  readonly code: string;
  readonly delayMs: string;
  /** Empty until it is switched off. */
  readonly times: string;
}

export const emptyFaultDraft: FaultDraft = {
  direction: 'callback',
  fault: 'answer-lost',
  on: '',
  code: 'invalid_signature',
  delayMs: '1000',
  times: '1',
};

/** The same form for the other direction: with a fault that it has, and without a call of this one. */
export const turned = (draft: FaultDraft, direction: FaultOrder['direction']): FaultDraft => {
  const known = direction === 'callback' ? callbackFaults : operationFaults;
  const [first] = Object.keys(known) as (CallbackFault | OperationFault)[];
  const fault = Object.hasOwn(known, draft.fault) ? draft.fault : (first ?? draft.fault);
  return { ...draft, direction, fault, on: '' };
};

/** What is switched on: only the fields that this fault has. */
export const faultOrderOf = (draft: FaultDraft): FaultOrder => {
  const { direction, fault, on, code, delayMs, times } = draft;
  return {
    direction,
    fault,
    ...(on === '' ? {} : { on }),
    ...(fault === 'refused' ? { code } : {}),
    ...(fault === 'delayed' ? { delayMs: Number(delayMs) } : {}),
    ...(times.trim() === '' ? {} : { times: Number(times) }),
  };
};
