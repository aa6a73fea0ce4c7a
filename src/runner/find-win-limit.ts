import type { Call } from '../judge/call.ts';
import type { Case } from '../judge/case.ts';
import { alikeOf } from '../judge/refused-alike.ts';
import { amountOf } from '../money/amount.ts';
import type { MakeBet } from '../spec/callback.ts';
import { describeError, readAnswer } from '../wire/read-answer.ts';
import { endedByRefusal } from './find-stake-limit.ts';
import { mayMoveMoney, moveMoney, shownBalance } from './own-calls.ts';
import { endByCause, type Play } from './play.ts';

/** Smaller wins are paid every day: nobody limits them. */
const everyDay = '100000';

const small = '1';

/**
 * A win that was refused may be above what the agent holds: a limit of its own, or of its columns,
 * and no wrong sum. It is that where the win is large and a small one is taken: then the scenario
 * ends by that cause.
 */
export const findWinLimit = async (play: Play, before: Case, calls: readonly Call[]): Promise<void> => {
  const [refused] = calls.flatMap(refusedWin);
  if (refused === undefined || !endedByRefusal(play.state) || !mayMoveMoney(play)) return;
  const { callback, said, exchange } = refused;
  const change = amountOf(small);
  const call = await moveMoney(play, callback, { label: 'makeBet (a small win)', change });
  if (shownBalance(call, callback.currency) === undefined) return;
  play.state = { ...play.state, found: before.found };
  endByCause(play, {
    code: 'stake-limited',
    message: `Wins above a limit of the agent's own are refused with ${said}.`,
    alike: alikeOf(said),
    exchanges: [exchange],
  });
};

interface RefusedWin {
  readonly callback: MakeBet;
  readonly said: string;
  readonly exchange: string;
}

const refusedWin = ({ intent, exchange }: Call): RefusedWin[] => {
  const answer = readAnswer(exchange.answer);
  const callback = intent.kind === 'valid' ? intent.callback : undefined;
  if (callback?.type !== 'makeBet' || answer.kind !== 'error') return [];
  const isLarge = amountOf(callback.bet).eq(0) && amountOf(callback.win).gte(everyDay);
  return isLarge ? [{ callback, said: describeError(answer), exchange: exchange.id }] : [];
};
