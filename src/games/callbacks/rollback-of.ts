import type { Rollback } from '../../contract/callback.ts';
import type { Seat } from '../seat.ts';
import { baseOf } from './base-of.ts';

/** The rollback of a transaction. */
export const rollbackOf = (seat: Seat, transactionId: string): Rollback => ({
  ...baseOf(seat),
  type: 'rollback',
  transactionId,
});
