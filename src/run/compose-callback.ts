import { type Amount, amountOf, renderAmount, zero } from '../base/money.ts';
import type {
  AmountExpression,
  CallOptions,
  GetBalanceStep,
  MakeBetStep,
  ResendStep,
  RollbackStep,
  Scenario,
} from '../formats/scenario/scenario.ts';
import { balanceOf } from '../ledger/ledger.ts';
import type { Callback } from '../spec/callback.ts';
import type { Alike } from '../spec/likeness.ts';
import { idWithTwin, twinOf } from './names.ts';
import type { Play } from './play.ts';
import type { RunContext } from './run-context.ts';
import { currencyOf, namedPlayer, playerOf } from './run-players.ts';
import type { WantedSession } from './session-book.ts';
import { optionsOf } from './steps.ts';

/** A step that is a callback of its own. */
export type FreshStep = GetBalanceStep | MakeBetStep | RollbackStep;

/** The logical callback of a step, with fresh ids where it names none. */
export const composeCallback = (play: Play, step: FreshStep): Callback => {
  const base = baseOf(play, step.options);
  switch (step.kind) {
    case 'getBalance':
      return { ...base, type: 'getBalance', gameId: gameOf(play.context, step.options), freespins: step.freespins };
    case 'makeBet': {
      const balance = balanceOf(play.state.ledger, base);
      return {
        ...base,
        type: 'makeBet',
        bet: resolveAmount(step.bet, balance),
        win: resolveAmount(step.win, balance),
        transactionId: idOf(play, { ...step, of: step.transactionOf }),
        gameRoundId: roundOf(play, step.round),
        roundFinished: step.roundFinished,
      };
    }
    case 'rollback':
      return { ...base, ...ownerOf(play, step), type: 'rollback', transactionId: idOf(play, step) };
  }
};

const baseOf = ({ context, names }: Play, options: CallOptions) => {
  const player = playerOf(context.players, options);
  return {
    agentId: context.agent.id,
    sessionId: names.session(sessionOf(context, options)),
    playerId: player.id,
    playerUsername: player.username,
    currency: currencyOf(player, options),
    language: player.language,
    requestId: names.next('req'),
  };
};

type GamePlayers = Pick<RunContext, 'players' | 'gameId'>;

/** The session that a call is sent in: its player's, in its currency. */
const sessionOf = (context: GamePlayers, options: CallOptions): WantedSession => {
  const player = namedPlayer(context.players, options);
  const currency = currencyOf(player, options);
  return { playerId: player.id, currency, gameId: gameOf(context, options), name: options.session ?? 'main' };
};

/** Two games that agents find in the built-in list: where a run plays one, the other is known too. */
const builtInGames = [101, 102];

const gameOf = ({ gameId }: Pick<GamePlayers, 'gameId'>, { game }: CallOptions): number =>
  game === 'other' && builtInGames.includes(gameId) ? (builtInGames.find((each) => each !== gameId) ?? gameId) : gameId;

/** Every session that a call of the scenario is sent in. */
export const sessionsNeeded = (context: GamePlayers, { steps }: Scenario): WantedSession[] =>
  optionsOf(steps).map((options) => sessionOf(context, options));

/** A rollback goes where its transaction went, unless the step says where. */
const ownerOf = ({ callbacks }: Play, { of = '', options }: RollbackStep): Partial<Callback> => {
  const named = callbacks.get(of);
  const { player, session, currency } = options;
  if (named === undefined || player !== undefined) return {};
  return {
    playerId: named.playerId,
    playerUsername: named.playerUsername,
    ...(session === undefined ? { sessionId: named.sessionId } : {}),
    ...(currency === undefined ? { currency: named.currency } : {}),
  };
};

/** The transaction of an earlier call, or one that looks like it; a new id where none is named. */
const idOf = (
  { callbacks, names }: Play,
  { of = '', alike, twin }: { readonly of?: string; readonly alike?: Alike; readonly twin?: Alike },
): string => {
  const known = callbacks.get(of);
  if (known === undefined || known.type === 'getBalance') {
    const fresh = names.next('tx');
    return twin === undefined ? fresh : idWithTwin(fresh, twin);
  }
  return alike === undefined ? known.transactionId : twinOf(known.transactionId, alike);
};

const roundOf = ({ rounds, names }: Play, name: string | undefined): string => {
  const known = name === undefined ? undefined : rounds.get(name);
  const round = known ?? names.next('round');
  if (name !== undefined) rounds.set(name, round);
  return round;
};

/** The callback of an earlier call once more, with a new request_id and what the step changes. */
export const recomposeCallback = (play: Play, original: Callback, step: ResendStep): Callback => {
  const { player, session, currency } = step.options;
  const base = baseOf(play, step.options);
  const isMoved = [player, session, currency].some((each) => each !== undefined);
  const again: Callback = {
    ...original,
    requestId: base.requestId,
    ...(player === undefined ? {} : { playerId: base.playerId, playerUsername: base.playerUsername }),
    ...(isMoved ? { sessionId: base.sessionId } : {}),
    ...(currency === undefined ? {} : { currency: base.currency }),
  };
  if (again.type !== 'makeBet' || step.as !== 'conflict') return again;
  const { bet, win } = step;
  if (bet === undefined && win === undefined) {
    return { ...again, bet: renderAmount(amountOf(again.bet).times(2).plus(1)) };
  }
  const balance = balanceOf(play.state.ledger, again);
  return {
    ...again,
    bet: bet === undefined ? again.bet : resolveAmount(bet, balance),
    win: win === undefined ? again.win : resolveAmount(win, balance),
  };
};

/** The amount as it goes over the wire; `balance` is what the ledger expects at this moment. */
export const resolveAmount = (expression: AmountExpression, balance: Amount | undefined): string => {
  if (expression.kind === 'exact') return renderAmount(amountOf(expression.text));
  const offset = amountOf(expression.text).times(expression.sign);
  return renderAmount((balance ?? zero).plus(offset));
};
