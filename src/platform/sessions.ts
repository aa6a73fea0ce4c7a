import type { Clock } from '../base/clock.ts';
import type { Dice } from '../base/dice.ts';
import type { Made } from '../formats/schema.ts';
import { type KeptStore, keepsNothing } from '../journal/kept.ts';
import { platformBounds } from '../spec/platform-bounds.ts';
import type { Quirks } from '../spec/quirks.ts';
import { createIds, createLinkKey } from './create-ids.ts';
import { KeptMap, keptWhileSeen } from './kept-map.ts';
import type { gameSessionSchema, launchSchema } from './kept-schemas.ts';

/** What an agent says of a launch (section 4, get_game_link). */
export type Launch = Made<typeof launchSchema>;

/** A player in one game (section 2). Times: Unix milliseconds. */
export type GameSession = Made<typeof gameSessionSchema>;

/** The session_id that callbacks of the session carry. */
export const carriedSessionId = (
  { sessionId, launch }: Pick<GameSession, 'sessionId' | 'launch'>,
  ids: Quirks['sessionId'],
): string => (ids === 'platform' ? sessionId : launch.agentSessionId);

/** What a link leads to. */
type OpenedSession =
  | { readonly kind: 'open' | 'expired'; readonly session: GameSession }
  | { readonly kind: 'unknown' };

interface SessionsOptions {
  readonly clock: Clock;
  readonly dice: Dice;
  readonly idleMs: number;
  /** Beyond this number those that were seen longest ago are forgotten: their links lead nowhere. */
  readonly limit?: number;
  /** Where sessions outlive the platform; nowhere when absent. */
  readonly kept?: KeptStore | undefined;
  /** Told of each session once it is there. */
  readonly onCreated?: ((session: GameSession) => void) | undefined;
}

/** One that has ended is looked at in days to come. */
const week = 7 * 24 * 3_600_000;

/** The game sessions of a platform. Those that are expired were seen longest ago, so that they go first. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #nextId: () => string;
  readonly #linkDice: Dice;
  /** By link key. */
  readonly #sessions: KeptMap<GameSession>;

  constructor(options: SessionsOptions) {
    const { clock, dice, idleMs, limit = platformBounds.sessions, kept = keepsNothing } = options;
    this.#options = options;
    this.#nextId = createIds(dice.fork('session ids'));
    this.#linkDice = dice.fork('launch links');
    this.#sessions = new KeptMap<GameSession>({
      ...{ kept, kind: 'session', limit },
      ...keptWhileSeen({ clock, idleMs, keptMs: Math.max(week, 2 * idleMs) }),
    });
  }

  create(launch: Launch): GameSession {
    const now = this.#options.clock.now();
    const linkKey = createLinkKey(this.#linkDice);
    const session = { sessionId: this.#nextId(), linkKey, launch, createdAt: now, lastSeenAt: now };
    this.#sessions.set(linkKey, session);
    this.#options.onCreated?.(session);
    return session;
  }

  /** Opens a link, which counts as traffic: it starts the idle time again. */
  open(linkKey: string): OpenedSession {
    const looked = this.look(linkKey);
    if (looked.kind !== 'open') return looked;
    const session = { ...looked.session, lastSeenAt: this.#options.clock.now() };
    this.#sessions.set(linkKey, session);
    return { kind: 'open', session };
  }

  /** The same, and no traffic: the session grows no younger by it. */
  look(linkKey: string): OpenedSession {
    const session = this.#sessions.get(linkKey);
    if (session === undefined) return { kind: 'unknown' };
    return { kind: this.#isExpired(session) ? 'expired' : 'open', session };
  }

  /** When the session of a link ends if nobody sees it before; undefined where it is not open. */
  endsAt(linkKey: string): number | undefined {
    const looked = this.look(linkKey);
    // Idle for longer than that, it has ended.
    return looked.kind === 'open' ? looked.session.lastSeenAt + this.#options.idleMs + 1 : undefined;
  }

  /** Ends it before its time, as if it had been idle; undefined where there is none. */
  close(sessionId: string): GameSession | undefined {
    return this.#change(sessionId, (session) => ({ closedAt: this.#options.clock.now(), ...session }));
  }

  /** A run had it opened: nobody looks for it in the list. Undefined where there is none. */
  claimForRun(sessionId: string): GameSession | undefined {
    return this.#change(sessionId, (session) => ({ ...session, openedBy: 'run' }));
  }

  /** By session_id, expired or not: rollbacks and pack wins still come after. */
  find(sessionId: string): GameSession | undefined {
    return this.#newest((session) => session.sessionId === sessionId);
  }

  /** The newest of an account that is not expired and is meant. */
  newestOf(
    { agentId, playerId, currency }: Pick<Launch, 'agentId' | 'playerId' | 'currency'>,
    isMeant: (session: GameSession) => boolean,
  ): GameSession | undefined {
    const isOfAccount = ({ launch }: GameSession): boolean =>
      launch.playerId === playerId && launch.agentId === agentId && launch.currency === currency;
    return this.#newest((session) => isOfAccount(session) && !this.#isExpired(session) && isMeant(session));
  }

  /** Those that are not expired, oldest first. */
  active(): GameSession[] {
    return [...this.#sessions.values()].filter((session) => !this.#isExpired(session));
  }

  /** All that are remembered, newest first. */
  list(): { readonly session: GameSession; readonly state: 'active' | 'expired' }[] {
    return Array.from(this.#sessions.values(), (session) => ({
      session,
      state: this.#isExpired(session) ? ('expired' as const) : ('active' as const),
    })).reverse();
  }

  /** Forgets those of an agent that has ended: their links lead nowhere. */
  forgetAgent(agentId: number): void {
    this.#sessions.forgetWhere(({ launch }) => launch.agentId === agentId);
  }

  /** Forgets them all: their links lead nowhere, and session_ids count on. */
  clear(): void {
    this.#sessions.clear();
  }

  /** Asked for by hand, or of few: it looks through all of them. */
  #newest(isMeant: (session: GameSession) => boolean): GameSession | undefined {
    return [...this.#sessions.values()].findLast(isMeant);
  }

  #isExpired({ lastSeenAt, closedAt }: GameSession): boolean {
    return closedAt !== undefined || this.#options.clock.now() - lastSeenAt > this.#options.idleMs;
  }

  #change(sessionId: string, changed: (session: GameSession) => GameSession): GameSession | undefined {
    const known = this.find(sessionId);
    if (known === undefined) return undefined;
    const session = changed(known);
    this.#sessions.set(session.linkKey, session);
    return session;
  }
}
