import { durationOf } from '../formats/written-time.ts';
import type { CallTold, GameAction, GameState } from '../spec/game-page.ts';
import { cashOut } from './crash.ts';
import { force } from './force.ts';
import {
  type CallbackOutcome,
  type GameInPlay,
  type GamesState,
  isInDoubt,
  type KeptGame,
  type Move,
  type OpenGame,
  type SendCallback,
} from './game-in-play.ts';
import { cancelRound } from './leave-round.ts';
import { synchronize } from './packs.ts';
import { createPageStreams } from './page-streams.ts';
import { play } from './play.ts';
import { createPresence } from './presence.ts';
import { describeOutcome, sceneOf, stateOf } from './show-game.ts';

/** Whose game it is, and where its callbacks go. */
export interface Opening extends Pick<GameInPlay, 'launch' | 'session' | 'beginAnew'> {
  /** The secret part of its link. */
  readonly linkKey: string;
  readonly send: SendCallback;
  /** Names the dice of this link. */
  readonly label: string;
}

/** A game, with the rounds that an earlier process kept of it. Nobody is there yet. */
export const openGame = (shared: GamesState, opening: Opening): OpenGame => {
  const { linkKey } = opening;
  const presence = createPresence(shared.clock, durationOf(shared.quirks.abandonAfter));
  const streams = createPageStreams();
  const onWait = (): void => streams.tell(() => stateOf(game, {}, []));
  const { game, isFull, run } = createGame(shared, opening, onWait);
  let working = 0;
  const beLookedAfter = (): void => {
    shared.active.set(linkKey, open);
    shared.bell.ring();
  };

  const perform: OpenGame['perform'] = async (action, body, page) => {
    if (action === 'leave') {
      streams.end(page);
      presence.left();
      return stateOf(game, {}, []);
    }
    if (!shared.hasRoom(linkKey)) return stateOf(game, { notice: tooMuch }, []);
    presence.acted();
    beLookedAfter();
    if (isFull()) return stateOf(game, { notice: tooMuch }, []);
    const state = await run(() => moves[action](game, body)).finally(() => {
      presence.answered();
      if (game.history.some(isInDoubt)) shared.bell.ring();
    });
    streams.tell(() => state, page);
    return action === 'start' ? { scene: sceneOf(game), ...state } : state;
  };
  const open: OpenGame = {
    ...{ linkKey, game, presence, streams, perform },
    listen: (response, page) => {
      if (!shared.hasRoom(linkKey)) return false;
      beLookedAfter();
      const state = stateOf(game, {}, []);
      return streams.open(response, { page, state, onOpen: presence.listens });
    },
    work: async (task) => {
      working += 1;
      try {
        const state = await run(task);
        streams.tell(() => state);
      } finally {
        working -= 1;
      }
    },
    isWorking: () => working > 0,
  };
  return open;
};

const moves: Readonly<Record<Exclude<GameAction, 'leave'>, (game: GameInPlay, body: unknown) => Move | Promise<Move>>> =
  {
    start: async (game) => {
      if (game.beginAnew !== undefined) forgetRounds(game, game.beginAnew);
      return { balance: await synchronize(game) };
    },
    balance: async (game) => ({ balance: await synchronize(game) }),
    bet: play,
    'cash-out': cashOut,
    cancel: cancelRound,
    force,
  };

/** Section 4: the results of a demo are not saved, so that each opening of its page is the first. */
const forgetRounds = (game: GameInPlay, beginAnew: () => void): void => {
  beginAnew();
  game.history = [];
  game.forced = null;
};

interface QueuedGame {
  readonly game: GameInPlay;
  /** Whether so much waits that nothing more is taken. */
  readonly isFull: () => boolean;
  /** After everything before it; the state that it leads to. */
  readonly run: (task: (game: GameInPlay) => Move | Promise<Move>) => Promise<GameState>;
}

const createGame = (shared: GamesState, opening: Opening, onWait: () => void): QueuedGame => {
  const { linkKey, launch, session, send, label, beginAnew } = opening;
  const kept = session === undefined ? undefined : shared.kept.get(linkKey);
  const queue = createQueue();
  let calls: CallTold[] = [];
  const game: GameInPlay = {
    ...{ shared, launch, session, mode: session === undefined ? 'demo' : 'real' },
    kind: shared.catalogue.find(launch.gameId)?.kind ?? 'slot',
    dice: shared.dice.fork(diceLabel(label, kept)),
    waiting: undefined,
    forced: kept?.forced ?? null,
    history: kept?.history ?? [],
    known: undefined,
    askedAt: shared.clock.now(),
    send: async (callback, options) => {
      if (callback.type === 'getBalance') game.askedAt = shared.clock.now();
      const sent = await send(callback, {
        ...options,
        onWait: (waiting) => {
          game.waiting = waiting;
          onWait();
        },
      });
      calls.push(...sent.calls);
      learn(game, sent.outcome);
      return sent.outcome;
    },
    keep: () => {
      const { forced, history } = game;
      if (session === undefined || shared.ended.has(game)) return;
      shared.kept.set(linkKey, { session, forced, history });
    },
    beginAnew,
  };
  return {
    game,
    isFull: () => queue.waiting() >= mostWaiting,
    run: (task) =>
      queue.run(async () => {
        calls = [];
        const { forced } = game;
        const state = stateOf(game, await task(game), calls);
        if (game.forced !== forced) game.keep();
        return state;
      }),
  };
};

/** A game that was forgotten meanwhile does not play the rounds of its beginning again. */
const diceLabel = (label: string, kept: KeptGame | undefined): string => {
  const [last] = kept?.history ?? [];
  return last === undefined ? label : `${label} after ${last.roundId}`;
};

/** An agent may take a minute for an answer; who clicks on meanwhile does not pile up work. */
const mostWaiting = 20;

const tooMuch = 'Too many requests at once: wait for the ones in progress.';

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
