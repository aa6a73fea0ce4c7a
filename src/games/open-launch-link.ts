import { amountOf, renderAmount } from '../money/amount.ts';
import type { Demos } from '../platform/create-demos.ts';
import { linkKeyPattern } from '../platform/create-ids.ts';
import { carriedSessionId } from '../platform/create-sessions.ts';
import type { Callback } from '../spec/callback.ts';
import type { CallTold, GameAction } from '../spec/game-page.ts';
import { cashOut } from './crash.ts';
import { force } from './force.ts';
import type {
  CallbackOutcome,
  GameInPlay,
  GamesState,
  Move,
  PerformAction,
  SendCallback,
} from './game-in-play.ts';
import { synchronize } from './packs.ts';
import { play } from './play.ts';
import { describeOutcome, sceneOf, stateOf } from './show-game.ts';

/** Where a link leads. */
export type OpenedLink =
  | {
      readonly kind: 'game';
      readonly perform: PerformAction;
      /** Language code of its launch. */
      readonly language: string;
    }
  | { readonly kind: 'expired'; readonly language: string }
  | { readonly kind: 'unknown' };

/** HTTP status of a link that leads to no game. */
export const goneStatus: Readonly<Record<Exclude<OpenedLink['kind'], 'game'>, number>> = {
  unknown: 404,
  expired: 410,
};

/** The game behind /play/ or /demo/ and a key; opening it counts as traffic of the session. */
export const openLaunchLink = (
  shared: GamesState,
  entrance: 'play' | 'demo',
  linkKey: unknown,
): OpenedLink => {
  if (typeof linkKey !== 'string' || !linkKeyPattern.test(linkKey)) return { kind: 'unknown' };
  return entrance === 'play' ? openReal(shared, linkKey) : openDemo(shared, linkKey);
};

const openReal = (shared: GamesState, linkKey: string): OpenedLink => {
  const opened = shared.sessions.open(linkKey);
  if (opened.kind === 'unknown') return opened;
  const { launch, sessionId } = opened.session;
  if (opened.kind === 'expired') return { kind: 'expired', language: launch.language };
  shared.onEvent.session(sessionId);
  const send: SendCallback = async (callback, options) =>
    await shared.sendCallback(carrying(shared, callback), options);
  return gameOf(shared, { launch, sessionId, mode: 'real', send, label: sessionId });
};

/** The callback with the session_id that the agent knows its session by; it may be an earlier one. */
const carrying = ({ sessions, sessionIds }: GamesState, callback: Callback): Callback => {
  const session = sessionIds === 'platform' ? undefined : sessions.find(callback.sessionId);
  if (session === undefined) return callback;
  return { ...callback, sessionId: carriedSessionId(session, sessionIds) };
};

const openDemo = (shared: GamesState, linkKey: string): OpenedLink => {
  const opened = shared.demos.open(linkKey);
  if (opened.kind === 'unknown') return opened;
  const { launch } = opened.demo;
  if (opened.kind === 'expired') return { kind: 'expired', language: launch.language };
  const send = createPlayMoney(shared.demos, linkKey);
  return gameOf(shared, { launch, sessionId: '', mode: 'demo', send, label: linkKey });
};

/** Whose game it is, and where its callbacks go. */
interface Opening extends Pick<GameInPlay, 'launch' | 'sessionId' | 'mode'> {
  readonly send: SendCallback;
  /** Names the dice of this link. */
  readonly label: string;
}

/** The same game each time: it holds open rounds, and a page may be loaded again. */
const gameOf = (shared: GamesState, opening: Opening): OpenedLink => {
  const perform = shared.opened.get(opening.launch) ?? beginGame(shared, opening);
  shared.opened.set(opening.launch, perform);
  return { kind: 'game', perform, language: opening.launch.language };
};

/** A game without a round yet. */
const beginGame = (
  shared: GamesState,
  { launch, sessionId, mode, send, label }: Opening,
): PerformAction => {
  const queue = createQueue();
  let calls: CallTold[] = [];
  const game: GameInPlay = {
    shared,
    launch,
    sessionId,
    mode,
    kind: shared.catalogue.find(launch.gameId)?.kind ?? 'slot',
    dice: shared.dice.fork(label),
    forced: null,
    history: [],
    known: undefined,
    send: async (callback, options) => {
      const sent = await send(callback, options);
      calls.push(...sent.calls);
      learn(game, sent.outcome);
      return sent.outcome;
    },
  };
  return async (action, body) => {
    if (queue.waiting() >= mostWaiting) return stateOf(game, { notice: tooMuch }, []);
    return await queue.run(async () => {
      calls = [];
      const state = stateOf(game, await moves[action](game, body), calls);
      return action === 'start' ? { scene: sceneOf(game), ...state } : state;
    });
  };
};

const moves: Readonly<Record<GameAction, (game: GameInPlay, body: unknown) => Promise<Move>>> = {
  start: async (game) => ({ balance: await synchronize(game) }),
  balance: async (game) => ({ balance: await synchronize(game) }),
  bet: play,
  'cash-out': cashOut,
  force,
};

/** An agent may take a minute for an answer; who clicks on meanwhile does not pile up work. */
const mostWaiting = 20;

const tooMuch = 'Too much at once: wait for what is under way.';

const learn = (game: GameInPlay, outcome: CallbackOutcome): void => {
  if (outcome.kind !== 'balance' && outcome.kind !== 'rolled-back') return;
  const { balance } = outcome;
  if (balance === undefined) return;
  const shown = describeOutcome({ kind: 'balance', balance }, game.launch.currency);
  if (shown.kind === 'balance') game.known = shown;
};

/** Does one thing after another. */
interface Queue {
  /** How many have not ended. */
  readonly waiting: () => number;
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** A queue in which what fails does not hold up what comes after it. */
const createQueue = (): Queue => {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    waiting: () => waiting,
    run: (work) => {
      waiting += 1;
      const done = last.then(work).finally(() => {
        waiting -= 1;
      });
      last = done.catch(() => undefined);
      return done;
    },
  };
};

/** Play money in the place of an agent: a virtual balance on the platform; nobody else hears of it. */
const createPlayMoney =
  (demos: Demos, linkKey: string): SendCallback =>
  async (callback) => ({ outcome: answer(demos, linkKey, callback), calls: [] });

const answer = (demos: Demos, linkKey: string, callback: Callback): CallbackOutcome => {
  const opened = demos.open(linkKey);
  if (opened.kind !== 'open') return { kind: 'unclear', reason: 'This demo is over.' };
  const { demo } = opened;
  if (callback.type !== 'makeBet') return { kind: 'balance', balance: demo.balance };
  const left = amountOf(demo.balance).minus(amountOf(callback.bet));
  if (left.lt(0)) return { kind: 'refused', code: 'insufficient_balance', message: '' };
  const balance = renderAmount(left.plus(amountOf(callback.win)));
  demos.settle(demo, balance);
  return { kind: 'balance', balance };
};
