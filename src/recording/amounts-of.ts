import type { Amount } from '../money/amount.ts';
import { parseAmount, zero } from '../money/amount.ts';
import type { MakeBet } from '../spec/callback.ts';

/** Bet and win of a makeBet; 0 for what is no amount. */
export const amountsOf = ({
  bet,
  win,
}: Pick<MakeBet, 'bet' | 'win'>): { readonly bet: Amount; readonly win: Amount } => ({
  bet: parseAmount(bet) ?? zero,
  win: parseAmount(win) ?? zero,
});
