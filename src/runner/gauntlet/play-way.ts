import { readAnswer } from '../../callbacks/read-answer.ts';
import type { Call } from '../../judges/call.ts';
import { describeError } from '../../judges/judge-refusal.ts';
import type { Account } from '../../ledger/ledger.ts';
import type { Amount } from '../../money/amount.ts';
import { amountOf } from '../../money/amount.ts';
import type { MakeBet, Rollback } from '../../spec/callback.ts';
import type { GauntletOutcome, GauntletWay } from '../../spec/run.ts';
import { balanceCall, baseFor, readBalance } from '../own-calls.ts';
import type { Play } from '../play.ts';
import { plainOptions, sendCall } from '../play.ts';
import { shownBalance } from '../shown-balance.ts';
import { composeWay } from './compose-way.ts';
import { stake } from './stake.ts';
import type { Way } from './ways.ts';
import { ways } from './ways.ts';

export interface WayOrder {
  readonly way: Way;
  readonly account: Account;
  readonly money: 'moved' | 'left';
}

/** The three callbacks in one way. A bet that was taken is rolled back, plainly where need be. */
export const playWay = async (play: Play, order: WayOrder): Promise<GauntletWay> => {
  const { way, account } = order;
  const { name, sentence } = way;
  const heard: Heard[] = [];
  const before = shownBalance(await readBalance(play, account, 'valid'), account.currency);
  const look = way.only === undefined ? await sendGetBalance(play, order) : undefined;
  if (look !== undefined) heard.push(hear(look, account, before));
  const isThere = heard.every(({ outcome }) => outcome !== 'no-answer');
  const money = order.money === 'moved' && isThere ? await moveAndBack(play, order, before) : [];
  const [made, undone] = money;
  const said = [...heard, ...money].find(({ outcome }) => outcome !== 'survived')?.said;
  return {
    name,
    sentence,
    getBalance: heard[0]?.outcome ?? 'not-sent',
    makeBet: made?.outcome ?? 'not-sent',
    rollback: way.only === undefined ? (undone?.outcome ?? 'not-sent') : 'not-sent',
    ...(said === undefined ? {} : { said }),
  };
};

interface Heard {
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
): Promise<Heard[]> => {
  const makeBet = makeBetOf(play, account);
  const made = await sendCall(play, composeWay(play, way, makeBet), plainOptions);
  const first = hear(made, account, before?.plus(amountOf(stake.win)).minus(amountOf(stake.bet)));
  if (first.outcome === 'refused') return [first];
  const rollback = rollbackOf(play, makeBet);
  const back = way.only === undefined ? way : plainWay;
  const undone = await sendCall(play, composeWay(play, back, rollback), plainOptions);
  const second = hear(undone, account, before);
  if (second.outcome !== 'survived') {
    await sendCall(play, composeWay(play, plainWay, rollbackOf(play, makeBet)), plainOptions);
  }
  return [first, second];
};

const plainWay: Way = ways[0] ?? { name: 'plain', sentence: 'plain' };

const makeBetOf = (play: Play, account: Account): MakeBet => {
  return {
    ...baseFor(play, account),
    type: 'makeBet',
    ...stake,
    transactionId: play.names.next('tx'),
    gameRoundId: play.names.next('round'),
    roundFinished: true,
  };
};

const rollbackOf = (play: Play, makeBet: MakeBet): Rollback => {
  const { agentId, sessionId, playerId, playerUsername, currency, language } = makeBet;
  return {
    ...{ agentId, sessionId, playerId, playerUsername, currency, language },
    type: 'rollback',
    transactionId: makeBet.transactionId,
    requestId: play.names.next('req'),
  };
};

const hear = ({ exchange, ...call }: Call, { currency }: Account, expected: Amount | undefined) => {
  const answer = readAnswer(exchange.answer);
  switch (answer.kind) {
    case 'balance': {
      const shown = shownBalance({ ...call, exchange }, currency);
      if (shown !== undefined && expected?.eq(shown) === true)
        return { outcome: 'survived' } as const;
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
