import { pause, realTimeOf } from '../base/clock.ts';
import { durationOf } from '../formats/written-time.ts';
import type { Pack } from '../platform/packs.ts';
import type { GameSession } from '../platform/sessions.ts';
import {
  type GameInPlay,
  type GamesState,
  isInDoubt,
  isUnfinished,
  type Move,
  type OpenGame,
  type RoundRecord,
  unfinishedRound,
} from './game-in-play.ts';
import { abandonRound, rollBackDoubts } from './leave-round.ts';
import { nextDueAt } from './next-due.ts';
import { gameOfSession } from './open-launch-link.ts';
import { payOwed, synchronize } from './packs.ts';
import { createRetries, doubtsKey, packKey, type Retries } from './retries.ts';
import { sendPending } from './send-pending.ts';
import { stateOf } from './show-game.ts';

/** Everything is looked at so often, and no more often for what comes due. */
const tickMs = 500;

/** Between two signs of life on a stream: browsers live in real time. */
const beatMs = 15_000;

interface KeepingOptions {
  /** Ends it; what is under way goes on. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/**
 * What the platform does by itself, each in its turn with what the player does:
 * while a player is there, a getBalance from time to time (section 6);
 * a bet of which nobody knows is rolled back, until the agent confirms it;
 * when the player is gone, or the session was idle too long, the open round is abandoned;
 * a pack whose time is up, or whose session is closed, ends, and what it owes is paid;
 * at the start, what was on its way when the last process ended is sent again.
 */
export const keepGames = async (shared: GamesState, { signal, onError }: KeepingOptions): Promise<void> => {
  const keeper: Keeper = {
    shared,
    intervalMs: durationOf(shared.quirks.balanceInterval),
    retries: createRetries(shared.clock),
    start: starter(shared, onError),
  };
  const forget = shared.clock.onChange?.(shared.bell.ring);
  const beat = beating(shared);
  let leftUndone = openKept(shared);
  while (!signal.aborted) {
    try {
      leftUndone = leftUndone.filter((open) => !takeUp(keeper, open));
      lookAfterAll(keeper);
      beat();
    } catch (error) {
      onError(error);
    }
    await (isQuiet(shared) ? shared.bell.rings(signal) : untilNextLook(keeper, signal));
  }
  forget?.();
  for (const { streams } of shared.active.values()) streams.end();
};

/** A tick of the real time, or until something is due, has ended or was moved. */
const untilNextLook = async (keeper: Keeper, signal: AbortSignal): Promise<void> => {
  const { clock, bell } = keeper.shared;
  const isOver = new AbortController();
  const ending = AbortSignal.any([signal, isOver.signal]);
  const waits = [bell.rings(ending), pause(realTimeOf(clock), tickMs, ending)];
  const dueAt = nextDueAt(keeper);
  if (dueAt !== undefined) waits.push(pause(clock, Math.max(tickMs, dueAt - clock.now()), ending));
  await Promise.race(waits);
  isOver.abort();
};

interface Keeper {
  readonly shared: GamesState;
  /** Between two getBalances of an open game; 0 asks for none. */
  readonly intervalMs: number;
  readonly retries: Retries;
  readonly start: Start;
}

/** Does a task of a game by itself; false where that has to wait. `onDone` is told when it is done. */
type Start = (open: OpenGame, task: Task, onDone?: () => void) => boolean;

type Task = (game: GameInPlay) => Promise<Move>;

/** However many games are open: the agent is not sent more at once. */
const mostAtOnce = 50;

const starter = (shared: GamesState, onError: KeepingOptions['onError']): Start => {
  let running = 0;
  return (open, task, onDone = () => undefined) => {
    const { agentId } = open.game.launch;
    if (running >= mostAtOnce || open.isWorking() || !shared.hasAddress(agentId)) {
      return false;
    }
    running += 1;
    void open
      .work(task)
      .catch(onError)
      .finally(() => {
        running -= 1;
        onDone();
        // What found no place, or is to follow, goes on before time does.
        if (running === 0) shared.bell.ring();
      });
    return true;
  };
};

/** Opens the games of an earlier process in which something is to come. */
const openKept = (shared: GamesState): readonly OpenGame[] =>
  [...shared.kept.values()]
    .filter(({ history }) => history.some(isUnfinished))
    .map(({ session }) => {
      const open = gameOfSession(shared, knownSession(shared, session));
      shared.active.set(open.linkKey, open);
      return open;
    });

/** Sends again what was on its way; false where that has to wait. */
const takeUp = ({ start }: Keeper, open: OpenGame): boolean => {
  const isOnItsWay = open.game.history.some(isToBeSent);
  return !isOnItsWay || start(open, sendAgain);
};

const sendAgain: Task = async (game) => {
  const round = game.history.find(isToBeSent);
  return round === undefined ? {} : await sendPending(game, round);
};

const isToBeSent = ({ pending, cancelling }: RoundRecord): boolean => pending !== undefined || cancelling !== undefined;

/** As it is now, where it is remembered. */
const knownSession = ({ sessions }: GamesState, session: GameSession): GameSession => {
  const looked = sessions.look(session.linkKey);
  return looked.kind === 'unknown' ? session : looked.session;
};

const isClosed = ({ sessions }: GamesState, session: GameSession | undefined): session is GameSession =>
  session !== undefined && sessions.look(session.linkKey).kind !== 'open';

/** Nothing can come up until somebody opens a game. */
const isQuiet = ({ active, packs }: GamesState): boolean => active.size === 0 && ![...packs.alive()].some(hasBegun);

const hasBegun = ({ status, played, closing, owed }: Pack): boolean =>
  (status === 'active' && played > 0) || closing !== undefined || owed !== undefined;

const lookAfterAll = (keeper: Keeper): void => {
  for (const open of [...keeper.shared.active.values()]) lookAfter(keeper, open);
  lookAfterPacks(keeper);
};

const lookAfter = (keeper: Keeper, open: OpenGame): void => {
  const { shared, retries } = keeper;
  const { game, presence, linkKey } = open;
  if (game.history.some(isInDoubt)) clearDoubts(keeper, open);
  const closed = isClosed(shared, game.session);
  if (closed) sayGoodbye(open);
  if (closed || presence.isGone()) {
    lookAfterLeft(keeper, open);
    return;
  }
  retries.forget(linkKey);
  if (presence.isHere() && isBalanceDue(game, keeper.intervalMs)) askBalance(keeper, open);
};

/** Their delivery was the first try. */
const clearDoubts = ({ retries, start }: Keeper, open: OpenGame): void => {
  const key = doubtsKey(open.linkKey);
  if (retries.isNew(key)) retries.tried(key);
  if (!retries.isDue(key)) return;
  const isStarted = start(open, rollBackDoubts, () => {
    if (!open.game.history.some(isInDoubt)) retries.forget(key);
  });
  if (isStarted) retries.tried(key);
};

/** A game without its player: the round that is open is ended, then there is nothing to look after. */
const lookAfterLeft = (keeper: Keeper, open: OpenGame): void => {
  const { active, opened, onEvent } = keeper.shared;
  const { session, history } = open.game;
  if (session !== undefined && history.some(isUnfinished)) {
    if (unfinishedRound(open.game) !== undefined) abandon(keeper, open);
    return;
  }
  active.delete(open.linkKey);
  // Its player may come back.
  opened.set(open.linkKey, open);
  if (isClosed(keeper.shared, session)) onEvent.session(session);
};

const sayGoodbye = ({ game, streams }: OpenGame): void => {
  streams.tell(() => stateOf(game, { notice: 'This game was idle for too long.' }, []));
  streams.end();
};

const abandon = ({ shared, retries, start }: Keeper, open: OpenGame): void => {
  const { game, presence, linkKey } = open;
  if (!retries.isDue(linkKey)) return;
  // While it waited for its turn, the player may have come back.
  const task: Task = async () => (isClosed(shared, game.session) || presence.isGone() ? await abandonRound(game) : {});
  const isStarted = start(open, task, () => {
    if (unfinishedRound(game) === undefined) retries.forget(linkKey);
  });
  if (isStarted) retries.tried(linkKey);
};

const isBalanceDue = ({ shared, mode, askedAt }: GameInPlay, intervalMs: number): boolean =>
  mode === 'real' && intervalMs > 0 && shared.clock.now() - askedAt >= intervalMs;

const askBalance = ({ shared, start, intervalMs }: Keeper, open: OpenGame): void => {
  // While it waited for its turn, the player may have asked.
  const task: Task = async (game) => (isBalanceDue(game, intervalMs) ? { balance: await synchronize(game) } : {});
  if (!start(open, task)) return;
  // Those that wait for their turn come first the next time.
  shared.active.delete(open.linkKey);
  shared.active.set(open.linkKey, open);
};

const lookAfterPacks = (keeper: Keeper): void => {
  const { packs, onEvent } = keeper.shared;
  let hasEnded = false;
  for (const pack of packs.alive()) {
    if (isOver(keeper.shared, pack)) {
      packs.end(pack);
      hasEnded = true;
    }
    if (pack.closing !== undefined || pack.owed !== undefined) settlePack(keeper, pack);
  }
  if (hasEnded) onEvent.packs();
};

/** With packEnd: forfeit a pack goes on in the next session of its player. */
const isOver = (shared: GamesState, pack: Pack): boolean => {
  const { packs, quirks } = shared;
  if (pack.status !== 'active') return false;
  if (packs.isExpired(pack)) return true;
  return quirks.packEnd === 'settle' && isClosed(shared, pack.session);
};

/** Tells the end of a pack in the session it was last played in, and pays its win. */
const settlePack = ({ shared, retries, start }: Keeper, pack: Pack): void => {
  const { session, closing } = pack;
  const key = packKey(pack);
  if (session === undefined || !retries.isDue(key)) return;
  const open = gameOfSession(shared, knownSession(shared, session));
  // What a player does sends what is owed anyhow.
  if (closing === undefined && open.presence.isHere()) return;
  const task: Task = async (game) => ({
    balance: closing === undefined ? await payOwed(game) : await synchronize(game),
  });
  const isStarted = start(open, task, () => {
    const now = shared.packs.current(pack);
    if (now?.closing === undefined && now?.owed === undefined) retries.forget(key);
  });
  if (isStarted) retries.tried(key);
};

/** A sign of life to every page, where the last one is long enough ago. */
const beating = ({ active, clock }: GamesState): (() => void) => {
  const { now } = realTimeOf(clock);
  let beatAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - beatAt < beatMs) return;
    beatAt = now();
    for (const { streams } of active.values()) streams.beat();
  };
};
