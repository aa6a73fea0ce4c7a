import { composeMessage } from '../callbacks/compose-message.ts';
import { describeError } from '../callbacks/error-answer.ts';
import { readAnswer } from '../callbacks/read-answer.ts';
import type { GauntletOutcome, GauntletResult, GauntletWay, ReportedExchange } from '../formats/run.ts';
import type { Call } from '../judges/call.ts';
import type { Account } from '../ledger/account.ts';
import { type Amount, amountOf } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { Callback, MakeBet, Rollback } from '../spec/callback.ts';
import { type Way, ways } from './gauntlet-ways.ts';
import { balanceCall, baseFor, moveMoney, ownScenario, quietBalance, shownBalance } from './own-calls.ts';
import { openPlay, type Play, plainOptions, sendCall } from './play.ts';
import type { ComposedCall, RunContext } from './run-context.ts';
import { mainAccount } from './run-players.ts';

const scenario = ownScenario('gauntlet', 'The agent takes callbacks however they are validly written');

export interface Gauntlet {
  readonly exchanges: readonly ReportedExchange[];
  readonly result: GauntletResult;
}

/**
 * The same getBalance, makeBet and rollback of player one in every valid way to write them. What
 * moved is given back. Decides nothing.
 */
export const playGauntlet = async (context: RunContext): Promise<Gauntlet> => {
  const play = openPlay(context, scenario, 'g');
  const account = mainAccount(context.players);
  const opening = await quietBalance(play, account);
  if (opening === undefined) return { exchanges: play.exchanges, result: { ways: [], note: noBalance } };
  const money = isAllowed(context) ? 'moved' : 'left';
  if (money === 'moved' && opening.lt(stake.bet)) await give(play, account, amountOf(stake.bet));
  const played = await playWays(play, account, money);
  const residue = await giveBack(play, account, opening);
  return {
    exchanges: play.exchanges,
    result: {
      ways: played,
      note: money === 'left' ? tooDear : undefined,
      residue: residue === undefined ? undefined : [residue],
    },
  };
};

const playWays = async (play: Play, account: Account, money: WayOrder['money']): Promise<GauntletWay[]> => {
  const results: GauntletWay[] = [];
  for (const way of ways) {
    if (play.context.signal.aborted) break;
    results.push(await playWay(play, { way, account, money }));
  }
  return results;
};

const noBalance = 'The agent showed no balance, so that nothing was sent.';

/** What the makeBet of every way debits and credits. */
const stake = { bet: '1', win: '2' } as const;

const tooDear = `Only getBalance was sent: a makeBet would win ${stake.win}, more than --max-stake.`;

const isAllowed = ({ maxStake }: RunContext): boolean => maxStake === undefined || amountOf(maxStake).gte(stake.win);

const give = async (play: Play, account: Account, change: Amount): Promise<Call> =>
  await moveMoney(play, account, { label: 'makeBet (settling)', change });

/** What could not be given back. */
const giveBack = async (play: Play, account: Account, opening: Amount): Promise<string | undefined> => {
  const name = `${account.playerId} ${account.currency}`;
  const before = await quietBalance(play, account);
  if (before?.eq(opening) === true) return undefined;
  if (before !== undefined) await give(play, account, opening.minus(before));
  const after = await quietBalance(play, account);
  if (after === undefined) return `${name}: unknown, the agent does not answer`;
  return after.eq(opening) ? undefined : `${name}: ${renderAtScale(after.minus(opening), account.currency)}`;
};

interface WayOrder {
  readonly way: Way;
  readonly account: Account;
  readonly money: 'moved' | 'left';
}

/** The three callbacks in one way. A bet that was taken is rolled back, plainly where need be. */
const playWay = async (play: Play, order: WayOrder): Promise<GauntletWay> => {
  const { way, account } = order;
  const { name, sentence } = way;
  const before = await quietBalance(play, account);
  const look = way.only === undefined ? await sendGetBalance(play, order) : undefined;
  const shown = look === undefined ? undefined : outcomeOf(look, account, before);
  const isThere = shown?.outcome !== 'no-answer';
  const money = order.money === 'moved' && isThere ? await moveAndBack(play, order, before) : [];
  const [made, undone] = money;
  const said = [shown, ...money].find((each) => each !== undefined && each.outcome !== 'survived')?.said;
  return {
    name,
    sentence,
    getBalance: shown?.outcome ?? 'not-sent',
    makeBet: made?.outcome ?? 'not-sent',
    rollback: way.only === undefined ? (undone?.outcome ?? 'not-sent') : 'not-sent',
    said,
  };
};

interface WayAnswer {
  readonly outcome: GauntletOutcome;
  readonly said?: string;
}

const sendGetBalance = async (play: Play, { way, account }: WayOrder): Promise<Call> => {
  const { callback } = balanceCall(play, account, { label: way.name });
  return await sendCall(play, composeWay(play, way, callback), plainOptions);
};

/** The makeBet, and its rollback unless it was refused. */
const moveAndBack = async (
  play: Play,
  { way, account }: WayOrder,
  before: Amount | undefined,
): Promise<WayAnswer[]> => {
  const makeBet = makeBetOf(play, account);
  const made = await sendCall(play, composeWay(play, way, makeBet), plainOptions);
  const first = outcomeOf(made, account, before?.plus(amountOf(stake.win)).minus(amountOf(stake.bet)));
  if (first.outcome === 'refused') return [first];
  const rollback = rollbackOf(play, makeBet);
  const back = way.only === undefined ? way : plainWay;
  const undone = await sendCall(play, composeWay(play, back, rollback), plainOptions);
  const second = outcomeOf(undone, account, before);
  if (second.outcome !== 'survived') {
    await sendCall(play, composeWay(play, plainWay, rollbackOf(play, makeBet)), plainOptions);
  }
  return [first, second];
};

const plainWay: Way = ways[0] ?? { name: 'plain', sentence: 'plain' };

const makeBetOf = (play: Play, account: Account): MakeBet => ({
  ...baseFor(play, account),
  type: 'makeBet',
  ...stake,
  transactionId: play.names.next('tx'),
  gameRoundId: play.names.next('round'),
  roundFinished: true,
});

const rollbackOf = (play: Play, makeBet: MakeBet): Rollback => {
  const { bet: _, win: __, gameRoundId: ___, roundFinished: ____, ...same } = makeBet;
  return { ...same, type: 'rollback', requestId: play.names.next('req') };
};

const outcomeOf = ({ exchange, ...call }: Call, { currency }: Account, expected: Amount | undefined) => {
  const answer = readAnswer(exchange.answer);
  switch (answer.kind) {
    case 'balance': {
      const shown = shownBalance({ ...call, exchange }, currency);
      if (shown !== undefined && expected?.eq(shown) === true) return { outcome: 'survived' } as const;
      return { outcome: 'misread', said: `balance ${answer.balance}` } as const;
    }
    case 'error':
      return { outcome: 'refused', said: describeError(answer) } as const;
    case 'odd':
      return { outcome: 'refused', said: answer.detail } as const;
    case 'none':
      return { outcome: 'no-answer', said: answer.message } as const;
  }
};

/** A callback put on the wire in a way, signed in the dialect of the agent. */
const composeWay = (
  { terms }: Play,
  { name, fields, write, contentType, wireForm }: Way,
  callback: Callback,
): ComposedCall => {
  const message = composeMessage(callback, terms, { fields, write });
  const headers = { ...message.headers, 'content-type': contentType ?? 'application/json' };
  return { label: `${callback.type}, ${name}`, ...message, headers, wireForm };
};
