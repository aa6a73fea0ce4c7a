import { type Amount, zero } from '../base/money.ts';
import type { LoadMoney } from '../formats/load-report.ts';
import { bookOf, type Ledger } from '../ledger/ledger.ts';
import { ledgerOfTaken } from './judge-calls.ts';
import type { Player, Running } from './player.ts';
import { amountOfUnits } from './units.ts';

interface MoneySums {
  /** Of the account with most digits. */
  scale: number;
  players: number;
  staked: Amount;
  won: Amount;
  rolledBack: Amount;
  drift: Amount;
  readonly residues: { player: string; residue: string }[];
}

const mostResidues = 1000;

/** The money of a share, currency by currency. */
export const createMoneyTally = () => {
  const currencies = new Map<string, MoneySums>();
  const sumsOf = ({ who, account: { scale } }: Player): MoneySums => {
    const sums = currencies.get(who.currency) ?? emptySums();
    sums.scale = Math.max(sums.scale, scale);
    currencies.set(who.currency, sums);
    return sums;
  };
  return {
    opened: (player: Player): void => {
      sumsOf(player).players += 1;
    },
    played: (player: Player, running: Running): void => {
      const ledger = ledgerAfter(player, running);
      if (ledger === running.start.ledger) return;
      const sums = sumsOf(player);
      const [before, after] = [bookOf(running.start.ledger), bookOf(ledger)];
      sums.staked = sums.staked.plus(after.bets.minus(before.bets));
      sums.won = sums.won.plus(after.wins.minus(before.wins));
      sums.rolledBack = sums.rolledBack.plus(after.rollbacks.minus(before.rollbacks));
    },
    drift: (player: Player, units: bigint): void => {
      const sums = sumsOf(player);
      sums.drift = sums.drift.plus(amountOfUnits(units, player.account.scale));
    },
    residue: (player: Player, residue: string): void => {
      const { residues } = sumsOf(player);
      if (residues.length < mostResidues) residues.push({ player: player.who.id, residue });
    },
    totals: (): LoadMoney[] =>
      [...currencies].map(([currency, { scale, players, residues, ...sums }]) => ({
        ...{ currency, players },
        staked: sums.staked.toFixed(scale),
        won: sums.won.toFixed(scale),
        rolledBack: sums.rolledBack.toFixed(scale),
        drift: sums.drift.toFixed(scale),
        residues,
      })),
  };
};

const emptySums = (): MoneySums => ({
  ...{ scale: 0, players: 0, staked: zero, won: zero, rolledBack: zero, drift: zero },
  residues: [],
});

/** What came of an activity: as it was judged; where that had an end, whatever the agent took. */
const ledgerAfter = ({ account }: Player, running: Running): Ledger => {
  const { state } = running;
  if (state === undefined) return account.ledger;
  return state.ending === undefined ? state.ledger : ledgerOfTaken(running, state, 'refused');
};
