import type { FreespinsProgress, GetBalance, MakeBet } from '../contract/callback.ts';
import type { Amount } from '../money/amount.ts';
import { renderAmount } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { Pack } from '../platform/create-packs.ts';
import type { GameSession } from '../platform/create-sessions.ts';
import { describeOutcome } from './describe-outcome.ts';
import type { Parlour } from './parlour.ts';
import { parseStake } from './parse-stake.ts';
import { sceneOf } from './scene-of.ts';
import { spin } from './spin.ts';
import type { Played, Table } from './table.ts';

const progressOf = ({ played, total, accumulatedWin }: Pack): FreespinsProgress => ({
  played,
  total,
  isFinish: played >= total,
  accumulatedWin,
});

/** What every callback of the session carries. */
const baseOf = ({ sessionId, launch }: GameSession, requestId: string) => ({
  agentId: launch.agentId,
  sessionId,
  playerId: launch.playerId,
  playerUsername: launch.playerUsername,
  currency: launch.currency,
  language: launch.language,
  requestId,
});

const getBalanceOf = ({ packs, nextId }: Parlour, session: GameSession): GetBalance => {
  const pack = packs.activeFor(session.launch);
  return {
    ...baseOf(session, nextId()),
    type: 'getBalance',
    gameId: session.launch.gameId,
    // section 2: present while the player has active free spins for the game and currency
    ...(pack === undefined ? {} : { freespins: progressOf(pack) }),
  };
};

interface Stakes {
  readonly stake: Amount;
  readonly win: Amount;
}

const makeBetOf = ({ nextId }: Parlour, session: GameSession, { stake, win }: Stakes): MakeBet => ({
  ...baseOf(session, nextId()),
  type: 'makeBet',
  bet: renderAmount(stake),
  win: renderAmount(win),
  transactionId: nextId(),
  gameRoundId: nextId(),
  roundFinished: true,
});

/** The table of a game session: the agent keeps the money, callbacks move it (section 6). */
export const openRealTable = (parlour: Parlour, session: GameSession): Table => {
  const { currency } = session.launch;

  const bet = async (stake: Amount): Promise<Played> => {
    const win = spin(stake, parlour.dice);
    const outcome = await parlour.sendCallback(makeBetOf(parlour, session, { stake, win }));
    const round = { stake: renderAtScale(stake, currency), win: renderAtScale(win, currency) };
    return {
      kind: 'played',
      round: outcome.kind === 'balance' ? round : null,
      balance: describeOutcome(outcome, currency),
    };
  };

  return {
    scene: sceneOf(parlour, session.launch, 'real'),
    balance: async () =>
      describeOutcome(await parlour.sendCallback(getBalanceOf(parlour, session)), currency),
    play: async (typed) => {
      const parsed = parseStake(typed, currency);
      return parsed.kind === 'stake' ? bet(parsed.stake) : parsed;
    },
  };
};
