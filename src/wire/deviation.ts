import type { ActiveFault } from '../formats/fault.ts';
import { type CallbackFault, faultLimits, type PlatformFault } from '../spec/fault.ts';
import type { SpecifiedRefusal } from '../spec/refusal.ts';

/** What the sender of a callback does otherwise than it should. */
export interface CallbackDeviation {
  /** Waits so long before it sends. */
  readonly delayMs: number;
  /** The connection is dropped once the answer begins. */
  readonly loseAnswer: boolean;
  /** `again`: the same bytes once more after the answer; `together`: twice at the same time. */
  readonly send: 'once' | 'again' | 'together';
  readonly signature: 'valid' | 'wrong';
}

/** Nothing out of the ordinary. */
export const noDeviation: CallbackDeviation = {
  delayMs: 0,
  loseAnswer: false,
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
    loseAnswer: find('answer-lost') !== undefined,
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
