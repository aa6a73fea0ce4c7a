import type { RecordedCall } from './recorded-call.ts';

/** Whether a right agent refuses it: a right signature in capitals or with spaces it may accept. */
export const isBadlySigned = ({ signature }: Pick<RecordedCall, 'signature'>): boolean =>
  !accepted.has(signature);

const accepted: ReadonlySet<RecordedCall['signature']> = new Set(['valid', 'upper-case', 'spaced']);
