import type { Amount } from '../../money/amount.ts';
import { parseAmount, zero } from '../../money/amount.ts';
import { roundToScale, smallestUnit } from '../../money/currency-scale.ts';
import { getBalanceOf } from '../callbacks/get-balance-of.ts';
import { makeBetOf } from '../callbacks/make-bet-of.ts';
import { describeOutcome } from '../describe-outcome.ts';
import type { Move } from '../move.ts';
import { activePack } from '../packs/active-pack.ts';
import { placeBet } from '../place-bet.ts';
import type { Seat } from '../seat.ts';

/** Asks for the balance, then bets the smallest unit more. A right agent refuses that. */
export const betTooMuch = async (seat: Seat): Promise<Move> => {
  const { currency } = seat.launch;
  const outcome = await seat.send(getBalanceOf(seat, activePack(seat)));
  const balance = outcome.kind === 'balance' ? parseAmount(outcome.balance) : undefined;
  if (balance === undefined) return { balance: describeOutcome(outcome, currency) };
  const stake = justAbove(balance, currency);
  const roundId = seat.parlour.nextId();
  return placeBet(
    seat,
    { roundId, state: 'settled', stake, win: zero, transactions: [] },
    makeBetOf(seat, { roundId, bet: stake, win: zero, roundFinished: true }),
  );
};

const justAbove = (balance: Amount, currency: string): Amount =>
  (balance.lt(0) ? zero : roundToScale(balance, currency, 'up')).plus(smallestUnit(currency));
