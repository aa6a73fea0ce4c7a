import { pause } from '../base/clock.ts';
import type { Amount } from '../base/money.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Account } from '../ledger/account.ts';
import { ownScenario, readBalance, shownBalance } from './own-calls.ts';
import { openPlay } from './play.ts';
import type { RunContext } from './run-context.ts';

// Money that moves while nothing is sent is somebody else's. What moves only with calls is the agent's.

interface Watch {
  /** What the ids of its calls carry: which accounts are watched hangs on the time, and no other call may. */
  readonly position: string;
  readonly forMs: number;
  /** So often the balances are read again. */
  readonly readings: number;
}

/** A balance; undefined where the agent showed none. */
type Reading = Amount | undefined;

interface Watched {
  /** What was asked. */
  readonly exchanges: readonly ReportedExchange[];
  /** Those whose balance was shown each time, and did not move. */
  readonly quiet: readonly Account[];
  readonly moved: readonly Account[];
}

/** Watches accounts to which nothing is sent, and notes what moves in them. */
export const watchAccounts = async (
  context: RunContext,
  accounts: readonly Account[],
  { position, forMs, readings }: Watch,
): Promise<Watched> => {
  const { book, clock, signal } = context;
  const scenario = ownScenario('watch', 'Nobody else moves the money of the players');
  const watched = accounts.map((account, index) => ({
    ...{ account, play: openPlay(context, scenario, `w${position}-${index}`) },
    ...{ read: [] as Reading[], moves: [] as Amount[] },
  }));
  const readAll = async (): Promise<void> => {
    for (const { account, play, read } of watched) {
      read.push(shownBalance(await readBalance(play, account, 'valid'), account.currency));
    }
  };
  await readAll();
  await readAll();
  for (const waitMs of pausesIn(forMs, readings)) {
    if (signal.aborted || watched.every(({ moves }) => moves.length > 0)) break;
    await pause(clock, waitMs, signal);
    await readAll();
    for (const { read, moves } of watched) moves.push(...lastMove(read));
  }
  for (const { account, moves } of watched) book.noteWatched(account, { forMs, moves });
  return {
    exchanges: watched.flatMap(({ play }) => play.exchanges),
    quiet: watched
      .filter(({ read, moves }) => moves.length === 0 && !read.includes(undefined))
      .map(({ account }) => account),
    moved: watched.filter(({ moves }) => moves.length > 0).map(({ account }) => account),
  };
};

/** What each getBalance moves by itself is the agent's own; what moves between two besides is not. */
const lastMove = (read: readonly Reading[]): Amount[] => {
  const asked = difference(read[0], read[1]);
  const moved = difference(read.at(-2), read.at(-1));
  return asked === undefined || moved === undefined || moved.eq(asked) ? [] : [moved.minus(asked)];
};

const difference = (from: Reading, to: Reading): Reading => (from === undefined ? undefined : to?.minus(from));

/** Each longer than the one before: who takes and gives back in turn leaves what there was. */
const pausesIn = (forMs: number, count: number): number[] => {
  const unit = forMs / ((count * (count + 1)) / 2);
  return Array.from({ length: count }, (_, index) => (index + 1) * unit);
};
