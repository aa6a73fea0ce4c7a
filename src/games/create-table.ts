import type { CallTold, GameAction } from '../spec/game-page.ts';
import type { CallbackOutcome, SendCallback } from './callback-outcome.ts';
import { cashOut } from './crash/cash-out.ts';
import { createQueue } from './create-queue.ts';
import { describeOutcome } from './describe-outcome.ts';
import { force } from './force/force.ts';
import type { Move } from './move.ts';
import { synchronize } from './packs/synchronize.ts';
import type { Parlour } from './parlour.ts';
import { play } from './play.ts';
import { sceneOf } from './scene-of.ts';
import type { Seat } from './seat.ts';
import { stateOf } from './state-of.ts';
import type { Table } from './table.ts';

/** Whose table it is, and where its callbacks go. */
export interface Place extends Pick<Seat, 'launch' | 'sessionId' | 'mode'> {
  readonly send: SendCallback;
  /** Names the dice of this link. */
  readonly label: string;
}

/** A table without a round yet. */
export const createTable = (parlour: Parlour, place: Place): Table => {
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
