import type { Call } from '../../judges/call.ts';
import type { Account } from '../../ledger/ledger.ts';
import type { Amount } from '../../money/amount.ts';
import { amountOf } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { GauntletResult, GauntletWay } from '../../spec/run.ts';
import { moveMoney, readBalance } from '../own-calls.ts';
import { ownScenario } from '../own-scenario.ts';
import type { Play } from '../play.ts';
import { openPlay } from '../play.ts';
import type { RunContext } from '../run-context.ts';
import { shownBalance } from '../shown-balance.ts';
import type { WayOrder } from './play-way.ts';
import { playWay } from './play-way.ts';
import { stake } from './stake.ts';
import { ways } from './ways.ts';

const scenario = ownScenario(
  'gauntlet',
  'The agent takes callbacks however they are validly written',
);

export interface Gauntlet {
  readonly calls: readonly Call[];
  readonly result: GauntletResult;
}

/**
 * The same getBalance, makeBet and rollback of player one in every valid way to write them. What
 * moved is given back. Decides nothing.
 */
export const playGauntlet = async (context: RunContext): Promise<Gauntlet> => {
  const play = openPlay(context, scenario, 'g');
  const [player] = context.cast.players;
  const account = { playerId: player?.id ?? '', currency: player?.currencies[0] ?? 'USD' };
  const opening = await quietBalance(play, account);
  if (opening === undefined) return { calls: play.sent, result: { ways: [], note: noBalance } };
  const money = isAllowed(context) ? 'moved' : 'left';
  if (money === 'moved' && opening.lt(stake.bet)) await give(play, account, amountOf(stake.bet));
  const played = await playWays(play, account, money);
  const residue = await giveBack(play, account, opening);
  const note = money === 'left' ? { note: tooDear } : {};
  const left = residue === undefined ? {} : { residue: [residue] };
  return { calls: play.sent, result: { ways: played, ...note, ...left } };
};

const playWays = async (
  play: Play,
  account: Account,
  money: WayOrder['money'],
): Promise<GauntletWay[]> => {
  const results: GauntletWay[] = [];
  for (const way of ways) {
    if (play.context.signal.aborted) break;
    results.push(await playWay(play, { way, account, money }));
  }
  return results;
};

const noBalance = 'The agent showed no balance, so that nothing was sent.';
const tooDear = `Only getBalance was sent: a makeBet would win ${stake.win}, more than --max-stake.`;

const isAllowed = ({ maxStake }: RunContext): boolean =>
  maxStake === undefined || amountOf(maxStake).gte(stake.win);

const quietBalance = async (play: Play, account: Account): Promise<Amount | undefined> =>
  shownBalance(await readBalance(play, account, 'valid'), account.currency);

const give = async (play: Play, account: Account, change: Amount): Promise<Call> =>
  await moveMoney(play, account, { label: 'makeBet (settling)', change });

/** What could not be given back. */
const giveBack = async (
  play: Play,
  account: Account,
  opening: Amount,
): Promise<string | undefined> => {
  const name = `${account.playerId} ${account.currency}`;
  const before = await quietBalance(play, account);
  if (before?.eq(opening) === true) return undefined;
  if (before !== undefined) await give(play, account, opening.minus(before));
  const after = await quietBalance(play, account);
  if (after === undefined) return `${name}: unknown, the agent does not answer`;
  return after.eq(opening)
    ? undefined
    : `${name}: ${renderAtScale(after.minus(opening), account.currency)}`;
};
