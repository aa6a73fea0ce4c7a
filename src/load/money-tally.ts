import type { LoadMoney } from '../formats/load-report.ts';
import { hearAnswer } from '../judge/call.ts';
import type { LoadTransaction, PlannedCall } from './account.ts';
import type { Player, Running } from './player.ts';
import type { Sent } from './sent-call.ts';
import { fixedUnits } from './units.ts';

interface MoneySums {
  readonly scale: number;
  players: number;
  staked: bigint;
  won: bigint;
  rolledBack: bigint;
  drift: bigint;
  readonly residues: { player: string; residue: string }[];
}

const mostResidues = 1000;

/** The money of a share, currency by currency. */
export const createMoneyTally = () => {
  const currencies = new Map<string, MoneySums>();
  const sumsOf = ({ who, account: { scale } }: Player): MoneySums => {
    const known = currencies.get(who.currency);
    // An account with finer digits than others of its currency counts with all of them.
    if (known !== undefined && known.scale >= scale) return known;
    const sums = known === undefined ? emptySums(scale) : atScale(known, scale);
    currencies.set(who.currency, sums);
    return sums;
  };
  const unitsIn = (sums: MoneySums, player: Player, units: bigint): bigint =>
    units * 10n ** BigInt(sums.scale - player.account.scale);
  return {
    opened: (player: Player): void => {
      sumsOf(player).players += 1;
    },
    played: (player: Player, running: Running): void => {
      const sums = sumsOf(player);
      for (const { bet, win, back } of movedBy(running)) {
        sums.staked += unitsIn(sums, player, bet);
        sums.won += unitsIn(sums, player, win);
        sums.rolledBack += unitsIn(sums, player, back);
      }
    },
    drift: (player: Player, units: bigint): void => {
      const sums = sumsOf(player);
      sums.drift += unitsIn(sums, player, units);
    },
    residue: (player: Player, residue: string): void => {
      const { residues } = sumsOf(player);
      if (residues.length < mostResidues) residues.push({ player: player.who.id, residue });
    },
    totals: (): LoadMoney[] =>
      [...currencies].map(([currency, { scale, players, residues, ...sums }]) => ({
        currency,
        players,
        staked: fixedUnits(sums.staked, scale),
        won: fixedUnits(sums.won, scale),
        rolledBack: fixedUnits(sums.rolledBack, scale),
        drift: fixedUnits(sums.drift, scale),
        residues,
      })),
  };
};

const emptySums = (scale: number): MoneySums => ({
  ...{ scale, players: 0, staked: 0n, won: 0n, rolledBack: 0n, drift: 0n },
  residues: [],
});

const atScale = ({ scale, ...sums }: MoneySums, finer: number): MoneySums => {
  const times = 10n ** BigInt(finer - scale);
  return {
    ...sums,
    scale: finer,
    staked: sums.staked * times,
    won: sums.won * times,
    rolledBack: sums.rolledBack * times,
    drift: sums.drift * times,
  };
};

interface Moved {
  readonly bet: bigint;
  readonly win: bigint;
  /** Of a rollback: what it gave back, less what it took. */
  readonly back: bigint;
}

/**
 * What the calls of an activity moved, each transaction once, as far as the agent took them. Odd answers,
 * which say nothing of it: `nothing` where they are taken for refusals.
 */
function* movedBy({ groups, state, start }: Running, odd: 'moved' | 'nothing' = 'nothing'): Generator<Moved> {
  // Where nobody had to judge, every answer was a balance.
  const isTaken = ({ answer }: Sent): boolean => {
    if (state === undefined || answer.kind === 'failed') return true;
    const { kind } = hearAnswer({ answer });
    return kind === 'balance' || (kind === 'odd' && odd === 'moved');
  };
  const seen = new Map(start.recent.flatMap(knownOf));
  for (const { planned, sent } of groups.flatMap(({ calls }) => calls)) {
    const moved = isTaken(sent) ? moveOf(planned, seen) : undefined;
    if (moved !== undefined) yield moved;
  }
}

/** What the activity leaves with the account, if what was taken was applied once; where answers were odd, one of two. */
export const unitsAfter = (running: Running): readonly bigint[] =>
  (['nothing', 'moved'] as const).map((odd) => {
    let units = running.start.balance;
    for (const { bet, win, back } of movedBy(running, odd)) units += win - bet + back;
    return units;
  });

const nothingMore: Moved = { bet: 0n, win: 0n, back: 0n };

/** Of an earlier activity: sent again it moves nothing, and it can be rolled back once. */
const knownOf = ({ id, state, bet, win }: LoadTransaction): readonly [string, Moved][] => {
  if (state === 'refused') return [];
  return [[id, state === 'processed' ? { bet, win, back: 0n } : nothingMore]];
};

const moveOf = ({ callback, bet, win }: PlannedCall, seen: Map<string, Moved>): Moved | undefined => {
  if (callback.type === 'getBalance') return undefined;
  const known = seen.get(callback.transactionId);
  if (callback.type === 'rollback' && known !== undefined) {
    seen.set(callback.transactionId, nothingMore);
    return { ...nothingMore, back: known.bet - known.win };
  }
  if (callback.type === 'rollback' || known !== undefined) return undefined;
  const moved = { bet, win, back: 0n };
  seen.set(callback.transactionId, moved);
  return moved;
};
