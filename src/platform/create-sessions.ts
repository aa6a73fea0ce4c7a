import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import { type KeptStore, keepsNothing } from '../journal/kept.ts';
import { platformBounds } from '../spec/platform-bounds.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { BoundedMap } from './create-bounded-map.ts';
import { createIds, createLinkKey } from './create-ids.ts';
import { createKeptMap } from './create-kept-map.ts';
import { isAbsentOr, isNumber, isOneOf, isShaped, isText, type Shape } from './kept-shape.ts';
import { keptWhileSeen } from './kept-while-seen.ts';

/** What an agent says of a launch (section 4, get_game_link). */
export interface Launch {
  readonly agentId: number;
  readonly agentSessionId: string;
  readonly gameId: number;
  readonly playerId: string;
  readonly playerUsername: string;
  readonly language: string;
  readonly currency: string;
  readonly homeUrl: string;
  readonly ip: string;
}

export const launchShape: Shape<Launch> = {
  ...{ agentId: isNumber, agentSessionId: isText, gameId: isNumber },
  ...{ playerId: isText, playerUsername: isText, language: isText },
  ...{ currency: isText, homeUrl: isText, ip: isText },
};

/** A player in one game (section 2). Times: Unix milliseconds. */
export interface GameSession {
  readonly sessionId: string;
  /** The secret part of its launch link. */
  readonly linkKey: string;
  readonly launch: Launch;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** By hand; absent while it lives. */
  readonly closedAt?: number;
  /** A run of scenarios had it opened. */
  readonly openedBy?: 'run';
}

export const sessionShape: Shape<GameSession> = {
  ...{ sessionId: isText, linkKey: isText, launch: isShaped(launchShape) },
  ...{ createdAt: isNumber, lastSeenAt: isNumber, closedAt: isAbsentOr(isNumber) },
  openedBy: isAbsentOr(isOneOf('run')),
};

/** The session_id that callbacks of the session carry. */
export const carriedSessionId = (
  { sessionId, launch }: Pick<GameSession, 'sessionId' | 'launch'>,
  ids: Quirks['sessionId'],
): string => (ids === 'platform' ? sessionId : launch.agentSessionId);

/** What a link leads to. */
export type OpenedSession =
  | { readonly kind: 'open'; readonly session: GameSession }
  | { readonly kind: 'expired'; readonly session: GameSession }
  | { readonly kind: 'unknown' };

export interface Sessions {
  create(launch: Launch): GameSession;
  /** Opens a link, which counts as traffic: it starts the idle time anew. */
  open(linkKey: string): OpenedSession;
  /** The same, and no traffic: the session grows no younger by it. */
  look(linkKey: string): OpenedSession;
  /** When the session of a link ends if nobody sees it before; undefined where it is not open. */
  endsAt(linkKey: string): number | undefined;
  /** Ends it before its time, as if it had been idle; undefined where there is none. */
  close(sessionId: string): GameSession | undefined;
  /** A run had it opened: nobody looks for it in the list. Undefined where there is none. */
  claimForRun(sessionId: string): GameSession | undefined;
  /** By session_id, expired or not: rollbacks and pack wins still come after. */
  find(sessionId: string): GameSession | undefined;
  /** The newest of an account that is not expired and is meant, of its last 16. */
  newestOf(account: SessionAccount, isMeant: (session: GameSession) => boolean): GameSession | undefined;
  /** Those that are not expired, oldest first. */
  active(): GameSession[];
  /** All that are remembered, newest first. */
  list(): ListedSession[];
  /** Forgets those of an agent that has ended: their links lead nowhere. */
  forgetAgent(agentId: number): void;
  /** Forgets them all: their links lead nowhere, and session_ids count on. */
  clear(): void;
}

/** Whose sessions are looked for. */
export type SessionAccount = Pick<Launch, 'agentId' | 'playerId' | 'currency'>;

export interface ListedSession {
  readonly session: GameSession;
  readonly state: 'active' | 'expired';
}

export interface SessionsOptions {
  readonly clock: Clock;
  readonly dice: Dice;
  readonly idleMs: number;
  /** Beyond this number those that were seen longest ago are forgotten: their links lead nowhere. */
  readonly limit?: number;
  /** Where sessions outlive the platform; nowhere when absent. */
  readonly kept?: KeptStore;
  /** Told of each session once it is there. */
  readonly onCreated?: (session: GameSession) => void;
}

/** One that has ended is looked at in days to come. */
const week = 7 * 24 * 3_600_000;

/** The game sessions of a platform. Those that are expired were seen longest ago, so that they go first. */
export const createSessions = ({
  clock,
  dice,
  idleMs,
  limit = platformBounds.sessions,
  kept = keepsNothing,
  onCreated = () => undefined,
}: SessionsOptions): Sessions => {
  const index = createIndex(() => sessions.values());
  const sessions = createKeptMap<GameSession>({
    ...{ kept, kind: 'session', limit, onSet: index.put, onForgotten: index.drop },
    ...keptWhileSeen({ clock, idleMs, shape: sessionShape, keptMs: Math.max(week, 2 * idleMs) }),
  });
  const nextId = createIds(dice.fork('session ids'));
  const linkDice = dice.fork('launch links');
  const isExpired = ({ lastSeenAt, closedAt }: GameSession): boolean =>
    closedAt !== undefined || clock.now() - lastSeenAt > idleMs;
  const known = lookupsOf({ sessions, index, clock, isExpired });

  return {
    ...known,
    create: (launch) => {
      const now = clock.now();
      const linkKey = createLinkKey(linkDice);
      const session = { sessionId: nextId(), linkKey, launch, createdAt: now, lastSeenAt: now };
      sessions.set(linkKey, session);
      onCreated(session);
      return session;
    },
    open: (linkKey) => {
      const opened = known.look(linkKey);
      if (opened.kind !== 'open') return opened;
      const seen = { ...opened.session, lastSeenAt: clock.now() };
      sessions.set(linkKey, seen);
      return { kind: 'open', session: seen };
    },
    endsAt: (linkKey) => {
      const looked = known.look(linkKey);
      // Idle for longer than that, it has ended.
      return looked.kind === 'open' ? looked.session.lastSeenAt + idleMs + 1 : undefined;
    },
    forgetAgent: (agentId) => {
      for (const { linkKey, launch } of [...sessions.values()]) {
        if (launch.agentId === agentId) sessions.forget(linkKey);
      }
    },
    clear: sessions.clear,
  };
};

/** Where a session is found by anything but its link. */
interface SessionIndex {
  put(session: GameSession): void;
  drop(session: GameSession): void;
  /** The link key of that session. */
  keyOf(sessionId: string): string | undefined;
  /** Link keys of the last few of an account, the newest last. */
  lastOf(account: SessionAccount): readonly string[];
}

const lastFew = 16;

/**
 * An account is followed from the first time that it is asked for: only callbacks by hand ask, and
 * following every account is a sixth of what a launch costs.
 */
const createIndex = (everySession: () => Iterable<GameSession>): SessionIndex => {
  const keys = new Map<string, string>();
  const followed = new Map<string, string[]>();
  const follow = (account: string): readonly string[] => {
    const own = Array.from(everySession()).filter(({ launch }) => accountOf(launch) === account);
    const last = own.slice(-lastFew).map(({ linkKey }) => linkKey);
    if (last.length > 0) followed.set(account, last);
    return last;
  };
  return {
    put: ({ sessionId, linkKey, launch }) => {
      if (keys.has(sessionId)) return;
      keys.set(sessionId, linkKey);
      const last = followed.size > 0 ? followed.get(accountOf(launch)) : undefined;
      if (last !== undefined && last.push(linkKey) > lastFew) last.shift();
    },
    drop: ({ sessionId, linkKey, launch }) => {
      keys.delete(sessionId);
      if (followed.size === 0) return;
      const account = accountOf(launch);
      const left = followed.get(account)?.filter((each) => each !== linkKey) ?? [];
      if (left.length === 0) followed.delete(account);
      else followed.set(account, left);
    },
    keyOf: (sessionId) => keys.get(sessionId),
    lastOf: (asked) => {
      const account = accountOf(asked);
      return followed.get(account) ?? follow(account);
    },
  };
};

/** One text for each account: where the currency ends is told by its length. */
const accountOf = ({ agentId, playerId, currency }: SessionAccount): string =>
  `${agentId} ${currency.length} ${currency}${playerId}`;

interface SessionTable {
  readonly sessions: BoundedMap<GameSession>;
  readonly index: SessionIndex;
  readonly clock: Pick<Clock, 'now'>;
  readonly isExpired: (session: GameSession) => boolean;
}

type Lookups = Pick<Sessions, 'look' | 'find' | 'newestOf' | 'close' | 'claimForRun' | 'active' | 'list'>;

/** What is asked of sessions that are there, and how one ends. */
const lookupsOf = ({ sessions, index, clock, isExpired }: SessionTable): Lookups => {
  const find = (sessionId: string): GameSession | undefined => sessions.get(index.keyOf(sessionId) ?? '');
  const change = (sessionId: string, changes: (session: GameSession) => GameSession): GameSession | undefined => {
    const session = find(sessionId);
    if (session === undefined) return undefined;
    const changed = changes(session);
    sessions.set(session.linkKey, changed);
    return changed;
  };
  return {
    look: (linkKey) => {
      const session = sessions.get(linkKey);
      if (session === undefined) return { kind: 'unknown' };
      return { kind: isExpired(session) ? 'expired' : 'open', session };
    },
    find,
    newestOf: (account, isMeant) =>
      index
        .lastOf(account)
        .map((linkKey) => sessions.get(linkKey))
        .findLast(
          (session): session is GameSession => session !== undefined && !isExpired(session) && isMeant(session),
        ),
    close: (sessionId) => change(sessionId, (session) => ({ closedAt: clock.now(), ...session })),
    claimForRun: (sessionId) => change(sessionId, (session) => ({ ...session, openedBy: 'run' })),
    active: () => [...sessions.values()].filter((session) => !isExpired(session)),
    list: () =>
      Array.from(sessions.values(), (session) => ({
        session,
        state: isExpired(session) ? ('expired' as const) : ('active' as const),
      })).reverse(),
  };
};
