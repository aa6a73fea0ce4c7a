import type { ReportedExchange } from '../formats/run.ts';
import type { Amount } from '../money/amount.ts';
import { pause } from '../world/clock.ts';
import { ownScenario, readBalance, shownBalance } from './own-calls.ts';
import { openPlay } from './play.ts';
import type { PlayedScenario } from './play-scenario.ts';
import type { RunContext } from './run-context.ts';

/**
 * How long the accounts of a breach are watched without a call that moves anything, milliseconds: so
 * long that whoever came in between, both times, would come again. Shortly where the same amount was
 * missing both times, and the amounts of the calls explain it.
 */
export const shortestMs = 350;
const longestMs = 8000;

const watchMs = ({ exchanges, result }: PlayedScenario): number => {
  // Who comes at the same moment of each playing comes again within the next one.
  const untilAgain = 2 * result.durationMs;
  const chance = 5 * callMs(exchanges);
  return Math.min(longestMs, Math.max(shortestMs, untilAgain, chance));
};

/** How long calls were under way, of all playings together. */
const callMs = (exchanges: readonly ReportedExchange[]): number => {
  const spans = exchanges.map(({ startedAt, durationMs }) => ({ from: Date.parse(startedAt), durationMs }));
  let [sum, end] = [0, 0];
  for (const { from, durationMs } of spans.toSorted((one, other) => one.from - other.from)) {
    sum += Math.max(0, from + durationMs - Math.max(from, end));
    end = Math.max(end, from + durationMs);
  }
  return sum;
};

/** Looked at in between: who takes and gives back in turn leaves what there was. */
const parts = [0.05, 0.1, 0.15, 0.25, 0.45];

/**
 * Watches the accounts of a breach that rests on one balance: where they change by themselves,
 * somebody else moves the money. Gives back what was asked.
 */
export const watchAccounts = async (
  context: RunContext,
  one: PlayedScenario,
  { position, forMs = watchMs(one) }: { readonly position: number | string; readonly forMs?: number | undefined },
): Promise<readonly ReportedExchange[]> => {
  const { book, clock, signal } = context;
  const scenario = ownScenario('watch', 'Nobody else moves the money of the players');
  // Ids of their own for each: which is watched hangs on the time, and no other call may.
  const open = one.accounts
    .map((account, index) => ({ account, play: openPlay(context, scenario, `w${position}-${index}`), hasMoved: false }))
    .filter(({ account }) => book.watchedMs(account) < forMs);
  if (open.length === 0 || signal.aborted) return [];
  const balances = async (): Promise<(Amount | undefined)[]> => {
    const shown: (Amount | undefined)[] = [];
    for (const { account, play } of open) {
      shown.push(shownBalance(await readBalance(play, account, 'valid'), account.currency));
    }
    return shown;
  };
  const first = await balances();
  let before = await balances();
  // What each getBalance moves by itself is the agent's own; what moves between them is not.
  const asked = before.map((balance, index) => difference(first[index], balance));
  for (const part of parts) {
    await pause(clock, part * forMs, signal);
    const after = await balances();
    for (const [index, each] of open.entries()) {
      const [own, from, to] = [asked[index], before[index], after[index]];
      if (own === undefined || from === undefined || to === undefined || to.minus(from).eq(own)) continue;
      book.noteDrift(each.account, from, to);
      each.hasMoved = true;
    }
    before = after;
  }
  for (const { account, hasMoved } of open) book.noteWatched(account, { forMs, hasMoved });
  return open.flatMap(({ play }) => play.exchanges);
};

const difference = (from: Amount | undefined, to: Amount | undefined): Amount | undefined =>
  from === undefined ? undefined : to?.minus(from);
