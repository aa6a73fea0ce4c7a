import { amountOf, renderAmount } from '../money/amount.ts';
import type { Demos } from '../platform/create-demos.ts';
import { linkKeyPattern } from '../platform/create-ids.ts';
import type { Callback } from '../spec/callback.ts';
import type { CallTold, GameAction, GameStart, GameState } from '../spec/game-page.ts';
import { cashOut } from './crash.ts';
import { force } from './force.ts';
import type { CallbackOutcome, Move, Parlour, Seat, SendCallback } from './game-in-play.ts';
import { synchronize } from './packs.ts';
import { play } from './play.ts';
import { describeOutcome, sceneOf, stateOf } from './show-game.ts';

/** Where a link leads. */
export type OpenedLink =
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' };

/** The table behind /play/ or /demo/ and a key; opening it counts as traffic of the session. */
export const openTable = (
  parlour: Parlour,
  entrance: 'play' | 'demo',
  linkKey: unknown,
): OpenedLink => {
  if (typeof linkKey !== 'string' || !linkKeyPattern.test(linkKey)) return { kind: 'unknown' };
  return entrance === 'play' ? openReal(parlour, linkKey) : openDemo(parlour, linkKey);
};

const openReal = (parlour: Parlour, linkKey: string): OpenedLink => {
  const opened = parlour.sessions.open(linkKey);
  if (opened.kind !== 'open') return { kind: opened.kind };
  const { launch, sessionId } = opened.session;
  parlour.onEvent.session(sessionId);
  const send = parlour.sendCallback;
  return tableOf(parlour, { launch, sessionId, mode: 'real', send, label: sessionId });
};

const openDemo = (parlour: Parlour, linkKey: string): OpenedLink => {
  const opened = parlour.demos.open(linkKey);
  if (opened.kind !== 'open') return { kind: opened.kind };
  const { launch } = opened.demo;
  const send = createDemoPurse(parlour.demos, linkKey);
  return tableOf(parlour, { launch, sessionId: '', mode: 'demo', send, label: linkKey });
};

/** The same table each time: it holds open rounds, and a page may be loaded again. */
const tableOf = (parlour: Parlour, place: Place): OpenedLink => {
  const known = parlour.tables.get(place.launch);
  const table = known ?? createTable(parlour, place);
  parlour.tables.set(place.launch, table);
  return { kind: 'table', table };
};

/** HTTP status of a link that leads to no table. */
export const goneStatus: Readonly<Record<Exclude<OpenedLink['kind'], 'table'>, number>> = {
  unknown: 404,
  expired: 410,
};

/** Whose table it is, and where its callbacks go. */
interface Place extends Pick<Seat, 'launch' | 'sessionId' | 'mode'> {
  readonly send: SendCallback;
  /** Names the dice of this link. */
  readonly label: string;
}

/** A table without a round yet. */
const createTable = (parlour: Parlour, place: Place): Table => {
  const queue = createQueue();
  let calls: CallTold[] = [];
  const seat: Seat = {
    ...{ parlour, launch: place.launch, sessionId: place.sessionId, mode: place.mode },
    kind: parlour.catalogue.find(place.launch.gameId)?.kind ?? 'slot',
    dice: parlour.dice.fork(place.label),
    forced: null,
    history: [],
    known: undefined,
    send: async (callback, options) => {
      const sent = await place.send(callback, options);
      calls.push(...sent.calls);
      learn(seat, sent.outcome);
      return sent.outcome;
    },
  };
  return {
    act: async (action, body) => {
      if (queue.waiting() >= mostWaiting) return stateOf(seat, { notice: tooMuch }, []);
      return queue.run(async () => {
        calls = [];
        const state = stateOf(seat, await moves[action](seat, body), calls);
        return action === 'start' ? { scene: sceneOf(seat), ...state } : state;
      });
    },
  };
};

const moves: Readonly<Record<GameAction, (seat: Seat, body: unknown) => Promise<Move>>> = {
  start: async (seat) => ({ balance: await synchronize(seat) }),
  balance: async (seat) => ({ balance: await synchronize(seat) }),
  bet: play,
  'cash-out': cashOut,
  force,
};

/** An agent may take a minute for an answer; who clicks on meanwhile does not pile up work. */
const mostWaiting = 20;

const tooMuch = 'Too much at once: wait for what is under way.';

const learn = (seat: Seat, outcome: CallbackOutcome): void => {
  if (outcome.kind !== 'balance' && outcome.kind !== 'rolled-back') return;
  const { balance } = outcome;
  if (balance === undefined) return;
  const shown = describeOutcome({ kind: 'balance', balance }, seat.launch.currency);
  if (shown.kind === 'balance') seat.known = shown;
};

/** One opened link: a player at a game, with money of the agent or play money. */
export interface Table {
  /**
   * Does what the page asks for, after everything that was asked for before. `body` is whatever came
   * along. Rejects where nobody could be asked at all.
   */
  act(action: GameAction, body: unknown): Promise<GameState | GameStart>;
}

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
const createDemoPurse =
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
