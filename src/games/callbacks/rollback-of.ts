import type { Rollback } from '../../spec/callback.ts';
import type { Seat } from '../seat.ts';
import { baseOf } from './base-of.ts';

/** The rollback of a transaction. */
export const rollbackOf = (seat: Seat, transactionId: string): Rollback => ({
  ...baseOf(seat),
  type: 'rollback',
  transactionId,
});
