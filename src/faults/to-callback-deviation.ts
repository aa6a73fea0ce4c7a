import type { ActiveFault, CallbackFault } from '../spec/fault.ts';
import type { CallbackDeviation } from './callback-deviation.ts';
import { noDeviation } from './callback-deviation.ts';

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
