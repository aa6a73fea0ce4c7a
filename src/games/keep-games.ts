import { EventEmitter, once } from 'node:events';
import { LRUCache } from 'lru-cache';
import { type Clock, pause, realTimeOf } from '../base/clock.ts';
import { durationOf } from '../formats/written-time.ts';
import type { Pack } from '../platform/packs.ts';
import type { GameSession } from '../platform/sessions.ts';
import { platformBounds } from '../spec/platform-bounds.ts';
import { payOwed, synchronize } from './free-spins.ts';
import { Game, type GamesState, isUnfinished, type Move } from './game.ts';
import type { RoundRecord } from './kept-game.ts';
import { stageOf, stages } from './round.ts';

/** Everything is looked at so often, and no more often for what comes due. */
const tickMs = 500;

/** Between two signs of life on a stream: browsers live in real time. */
const beatMs = 15_000;

/** However many games are open: the agent is not sent more at once. */
const mostAtOnce = 50;

/**
 * What the platform does by itself, each in its turn with what the player does:
 * while a player is there, a getBalance from time to time (section 6);
 * a bet of which nobody knows is rolled back, until the agent confirms it;
 * when the player is gone, or the session was idle too long, the open round is abandoned;
 * a pack whose time is up, or whose session is closed, ends, and what it owes is paid;
 * at the start, what was on its way when the last process ended is sent again.
 */
export class GameKeeper {
  readonly #shared: GamesState;
  readonly #onError: (error: unknown) => void;
  /** Between two getBalances of an open game; 0 asks for none. */
  readonly #intervalMs: number;
  readonly #retries: Retries;
  #running = 0;
  #beatAt = Number.NEGATIVE_INFINITY;
  readonly #events = new EventEmitter();
  #isWoken = false;

  constructor(shared: GamesState, onError: (error: unknown) => void) {
    this.#shared = shared;
    this.#onError = onError;
    this.#intervalMs = durationOf(shared.quirks.balanceInterval);
    this.#retries = new Retries(shared.clock);
  }

  /** There is something to do. */
  readonly wake = (): void => {
    this.#isWoken = true;
    this.#events.emit('wake');
  };

  /** Until the signal aborts; what is under way then goes on. */
  async keep(signal: AbortSignal): Promise<void> {
    const { active, clock } = this.#shared;
    const forget = clock.onChange?.(this.wake);
    let leftUndone = this.#openKept();
    while (!signal.aborted) {
      this.#isWoken = false;
      try {
        leftUndone = leftUndone.filter((game) => !this.#takeUp(game));
        for (const game of [...active.values()]) this.#lookAfter(game);
        this.#lookAfterPacks();
        this.#beat();
      } catch (error) {
        this.#onError(error);
      }
      await (this.#isQuiet() ? this.#woken(signal) : this.#untilNextLook(signal));
    }
    forget?.();
    for (const { pages } of active.values()) pages.end();
  }

  /** Nothing can come up until somebody opens a game. */
  #isQuiet(): boolean {
    const { active, packs } = this.#shared;
    const hasBegun = ({ status, played, closing, owed }: Pack): boolean =>
      (status === 'active' && played > 0) || closing !== undefined || owed !== undefined;
    return active.size === 0 && ![...packs.alive()].some(hasBegun);
  }

  /** A tick of the real time, or until something is due, has ended or was moved. */
  async #untilNextLook(signal: AbortSignal): Promise<void> {
    const { clock } = this.#shared;
    const isOver = new AbortController();
    const ending = AbortSignal.any([signal, isOver.signal]);
    const waits = [this.#woken(ending), pause(realTimeOf(clock), tickMs, ending)];
    const dueAt = nextDueAt(this.#shared, this.#intervalMs, this.#retries.dues());
    if (dueAt !== undefined) waits.push(pause(clock, Math.max(tickMs, dueAt - clock.now()), ending));
    await Promise.race(waits);
    isOver.abort();
  }

  /** When it was woken since the last look, or the signal aborts. */
  async #woken(signal: AbortSignal): Promise<void> {
    if (!this.#isWoken) await once(this.#events, 'wake', { signal }).catch(() => undefined);
  }

  /** Opens the games of an earlier process in which something is to come. */
  #openKept(): readonly Game[] {
    const { kept, active } = this.#shared;
    const begun = [...kept.values()].filter(({ history }) => history.some(isUnfinished));
    return begun.map(({ session }) => {
      const game = Game.of(this.#shared, this.#asItIs(session));
      active.set(game.linkKey, game);
      return game;
    });
  }

  /** The session as it is now, where it is remembered. */
  #asItIs(session: GameSession): GameSession {
    const looked = this.#shared.sessions.look(session.linkKey);
    return looked.kind === 'unknown' ? session : looked.session;
  }

  #isClosed(session: GameSession | undefined): session is GameSession {
    return session !== undefined && this.#shared.sessions.look(session.linkKey).kind !== 'open';
  }

  /** Does a task of a game by itself; false where that has to wait. */
  #start(game: Game, task: () => Promise<Move>, retried?: Retried): boolean {
    const { hasAddress } = this.#shared;
    if (this.#running >= mostAtOnce || game.isWorking || !hasAddress(game.launch.agentId)) return false;
    this.#running += 1;
    void game
      .work(task)
      .catch(this.#onError)
      .finally(() => {
        this.#running -= 1;
        if (retried?.isDone() === true) this.#retries.forget(retried.key);
        else if (retried !== undefined) this.#retries.failed(retried.key);
        // What found no place, or is to follow, goes on before time does.
        if (this.#running === 0) this.wake();
      });
    return true;
  }

  /** Sends again what was on its way when the last process ended; false where that has to wait. */
  #takeUp(game: Game): boolean {
    const onItsWay = (): RoundRecord | undefined =>
      game.history.find((round) => stages[stageOf(round)].sends !== undefined);
    const task = async (): Promise<Move> => {
      const round = onItsWay();
      return round === undefined ? {} : await game.sendPending(round);
    };
    const isDone = (): boolean => game.unfinishedRound === undefined;
    return onItsWay() === undefined || this.#start(game, task, { key: game.linkKey, isDone });
  }

  #lookAfter(game: Game): void {
    const { pages } = game;
    // What is just being sent again has not failed yet.
    if (!game.isWorking && game.doubts.length > 0) this.#clearDoubts(game);
    const isClosed = this.#isClosed(game.session);
    if (isClosed) {
      pages.tell(() => game.state({ notice: 'This game was idle for too long.' }));
      pages.end();
    }
    if (isClosed || pages.isGone()) this.#lookAfterLeft(game);
    else {
      this.#retries.forget(game.linkKey);
      if (pages.isHere() && this.#isBalanceDue(game)) this.#askBalance(game);
    }
  }

  #clearDoubts(game: Game): void {
    const key = `${game.linkKey} doubts`;
    // Their delivery was the first try, and has just ended.
    if (this.#retries.isNew(key)) this.#retries.failed(key);
    if (!this.#retries.isDue(key)) return;
    // The player, who may be in the middle of another round, is told the balance alone, and no failure.
    const task = async (): Promise<Move> => {
      let told: Move = {};
      for (const doubtful of game.doubts) {
        const { round, balance } = await game.sendPending(doubtful);
        if (round !== undefined && isUnfinished(round)) return told;
        told = { balance };
      }
      return told;
    };
    this.#start(game, task, { key, isDone: () => game.doubts.length === 0 });
  }

  /** A game without its player: the round that is open is ended, then there is nothing to look after. */
  #lookAfterLeft(game: Game): void {
    const { active, opened, onEvent } = this.#shared;
    const { session, linkKey } = game;
    if (session !== undefined && game.history.some(isUnfinished)) {
      if (game.unfinishedRound === undefined || !this.#retries.isDue(linkKey)) return;
      // While it waited for its turn, the player may have come back.
      const task = async (): Promise<Move> =>
        this.#isClosed(session) || game.pages.isGone() ? await abandonRound(game) : {};
      this.#start(game, task, { key: linkKey, isDone: () => game.unfinishedRound === undefined });
      return;
    }
    active.delete(linkKey);
    // Its player may come back.
    opened.set(linkKey, game);
    if (this.#isClosed(session)) onEvent.session(session);
  }

  #isBalanceDue({ session, askedAt }: Game): boolean {
    const isAsked = session !== undefined && this.#intervalMs > 0;
    return isAsked && this.#shared.clock.now() - askedAt >= this.#intervalMs;
  }

  #askBalance(game: Game): void {
    const task = async (): Promise<Move> => {
      // While it waited for its turn, the player may have asked.
      if (!this.#isBalanceDue(game)) return {};
      // Also where nothing can be sent: it is not due again at once.
      game.askedAt = this.#shared.clock.now();
      return { balance: await synchronize(game) };
    };
    if (!this.#start(game, task)) return;
    // Those that wait for their turn come first the next time.
    this.#shared.active.delete(game.linkKey);
    this.#shared.active.set(game.linkKey, game);
  }

  #lookAfterPacks(): void {
    const { packs, quirks, onEvent } = this.#shared;
    let hasEnded = false;
    for (const pack of packs.alive()) {
      const { status, session, closing, owed } = pack;
      // With packEnd: forfeit a pack goes on in the next session of its player.
      const isLeft = quirks.packEnd === 'settle' && this.#isClosed(session);
      if (status === 'active' && (packs.isExpired(pack) || isLeft)) {
        packs.end(pack);
        hasEnded = true;
      }
      if (session !== undefined && (closing !== undefined || owed !== undefined)) this.#settlePack(pack, session);
    }
    if (hasEnded) onEvent.packs();
  }

  /** Tells the end of a pack in the session it was last played in, and pays its win. */
  #settlePack(pack: Pack, session: GameSession): void {
    const key = `${pack.agentId} ${pack.freespinsId}`;
    if (!this.#retries.isDue(key)) return;
    const game = Game.of(this.#shared, this.#asItIs(session));
    const { closing } = pack;
    // What a player does sends what is owed anyhow.
    if (closing === undefined && game.pages.isHere()) return;
    const task = async (): Promise<Move> => ({
      balance: closing === undefined ? await payOwed(game) : await synchronize(game),
    });
    const isDone = (): boolean => {
      const now = this.#shared.packs.current(pack);
      return now?.closing === undefined && now?.owed === undefined;
    };
    this.#start(game, task, { key, isDone });
  }

  /** A sign of life to every page, where the last one is long enough ago. */
  #beat(): void {
    const now = realTimeOf(this.#shared.clock).now();
    if (now - this.#beatAt < beatMs) return;
    this.#beatAt = now;
    for (const { pages } of this.#shared.active.values()) pages.beat();
  }
}

/**
 * Section 6, rollback: what becomes of the open round of a player who is gone, by the quirk
 * abandonedRound. What is unclear stays to be sent again, by the next call or by the player.
 *
 * A win that was cashed out is the player's: it is sent again and never rolled back for good. A bet of
 * which nobody knows is rolled back like one that was taken, as a rollback of what the agent does not
 * know changes nothing; before it can be closed as lost it has to be taken, so that it is sent again.
 */
const abandonRound = async (game: Game): Promise<Move> => {
  const round = game.unfinishedRound;
  if (round === undefined) return {};
  const stage = stageOf(round);
  if (stage !== 'open' && stage !== 'betting') return await game.sendPending(round);
  if (game.shared.quirks.abandonedRound === 'rollback') return await game.cancelRound({ ...round, abandoned: true });
  const taken = stage === 'open' ? { round } : await game.sendPending(round);
  return taken.round?.state === 'open' ? await game.finishRound({ ...taken.round, abandoned: true }) : taken;
};

/** Something that is tried until it is done. */
interface Retried {
  readonly key: string;
  readonly isDone: () => boolean;
}

const never = Number.POSITIVE_INFINITY;
const firstPauseMs = 10_000;
const longestPauseMs = 600_000;

/** Then it waits for the player, or for the next start of the platform. */
const mostTries = 20;

/** When something that did not work is tried again. */
class Retries {
  readonly #clock: Pick<Clock, 'now'>;
  /** What was tried longest ago is forgotten beyond this number: it is tried as if for the first time. */
  readonly #tries = new LRUCache<string, { readonly count: number; readonly dueAt: number }>({
    max: 3 * platformBounds.openGames,
  });

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  isNew(key: string): boolean {
    return !this.#tries.has(key);
  }

  isDue(key: string): boolean {
    const made = this.#tries.get(key);
    return made === undefined || this.#clock.now() >= made.dueAt;
  }

  /** When each is tried again; never what was tried often enough. */
  dues(): readonly number[] {
    return Array.from(this.#tries.values(), ({ dueAt }) => dueAt);
  }

  /** A try has ended, and it is not done. */
  failed(key: string): void {
    const count = (this.#tries.get(key)?.count ?? 0) + 1;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (count - 1));
    this.#tries.set(key, { count, dueAt: count < mostTries ? this.#clock.now() + pauseMs : never });
  }

  forget(key: string): void {
    this.#tries.delete(key);
  }
}

/**
 * When something is due next of what the platform does for games by itself; undefined where nothing
 * is to come. What is due already is under way, or waits for something that wakes the keeper.
 */
export const nextDueAt = (
  { clock, active, packs, sessions }: Pick<GamesState, 'clock' | 'active' | 'packs' | 'sessions'>,
  intervalMs: number,
  retries: readonly number[],
): number | undefined => {
  const dues: (number | undefined)[] = [...retries];
  for (const { isWorking, session, linkKey, pages, askedAt } of active.values()) {
    if (isWorking) continue;
    dues.push(pages.goneAt(), session && sessions.endsAt(linkKey));
    if (intervalMs > 0 && pages.isHere()) dues.push(askedAt + intervalMs);
  }
  for (const { expiresAt, session } of packs.alive()) dues.push(expiresAt, session && sessions.endsAt(session.linkKey));
  const now = clock.now();
  const next = dues.reduce<number>((first, at = never) => (at > now && at < first ? at : first), never);
  return next === never ? undefined : next;
};
