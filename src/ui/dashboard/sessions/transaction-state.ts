import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';

/** What the agent's answers let the platform know of a transaction. */
export type TransactionState =
  | { readonly kind: 'settled' }
  | { readonly kind: 'rolled-back' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unclear' };

/** Read from all sendings of a transaction, in order. */
export const transactionState = (calls: readonly ExchangeRow[]): TransactionState => {
  const rollbacks = calls.filter(({ kind }) => kind === 'rollback');
  if (rollbacks.some(isTaken)) return { kind: 'rolled-back' };
  const bets = calls.filter(({ kind }) => kind === 'makeBet');
  if (bets.some(isTaken)) return { kind: 'settled' };
  const code = bets.findLast(({ error }) => error !== undefined)?.error;
  return code === undefined ? { kind: 'unclear' } : { kind: 'refused', code };
};

const isTaken = ({ balance, error }: ExchangeRow): boolean =>
  balance !== undefined && error === undefined;
