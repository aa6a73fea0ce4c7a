import type { Dice } from '../base/dice.ts';
import { type Amount, amountOf, roundings, scaleOf } from '../base/money.ts';
import type { ForceOrder } from '../spec/game-page.ts';
import type { RoundRecord } from './kept-game.ts';

/** What a kind of game decides; everything else goes the same way in each. */
export interface GameRules {
  /** A round as it begins: `settled` where its first makeBet is its last. */
  draw(stake: Amount, chance: Chance): Omit<RoundRecord, 'roundId' | 'transactions'>;
  /** What a free spin comes to: nobody waits for it. */
  spinFreely(stake: Amount, chance: Chance): Pick<RoundRecord, 'win' | 'reels' | 'burst' | 'cashedOutAt'>;
}

/** What a round depends on. */
export interface Chance {
  readonly dice: Dice;
  readonly forced: ForceOrder | null;
  readonly launch: { readonly currency: string };
}

/** A fraction of 1 with every decimal of the currency, none of them zero; 0 where it has none. */
export const throwDecimals = ({ dice, launch }: Chance): Amount => {
  const digits = Array.from({ length: scaleOf(launch.currency) }, () => dice.integer(1, 9));
  return amountOf(`0.${digits.join('') || '0'}`);
};

/** The whole part of an amount, with these decimals. */
export const withDecimals = (amount: Amount, decimals: Amount): Amount =>
  amount.round(0, roundings.down).plus(decimals);
