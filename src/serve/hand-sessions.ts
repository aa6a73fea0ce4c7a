import type { SessionView } from '../api/schemas/sessions.ts';
import type { Clock } from '../base/clock.ts';
import type { Made } from '../formats/schema.ts';
import { toInstant } from '../formats/written-time.ts';
import type { KeptStore } from '../journal/kept.ts';
import { KeptMap, keptWhileSeen } from '../platform/kept-map.ts';
import type { Sessions } from '../platform/sessions.ts';
import { fieldText, readBodyFields } from '../report/body-fields.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { handSessionSchema } from './kept-schemas.ts';

/** A session that only callbacks by hand know. Times: Unix milliseconds. */
type HandSession = Made<typeof handSessionSchema>;

/** The sessions that the platform never opened, and that callbacks were sent in all the same. */
export interface HandSessions {
  /** Takes every exchange; keeps those sent by hand in mind. */
  note(exchange: Exchange): void;
  /** Newest first. */
  list(): readonly SessionView[];
  forgetAgent(agentId: number): void;
  clear(): void;
}

interface HandSessionsOptions {
  readonly kept: KeptStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly sessions: Pick<Sessions, 'find' | 'list'>;
  /** Told of a session that is new, or was seen again. */
  readonly onSession: (session: SessionView) => void;
}

/** The one that was seen longest ago goes beyond this number. */
const most = 200;

const week = 7 * 24 * 3_600_000;

export const createHandSessions = (options: HandSessionsOptions): HandSessions => {
  const { kept, clock, sessions, onSession } = options;
  const known = new KeptMap<HandSession>({
    ...{ kept, kind: 'hand-session', limit: most },
    ...keptWhileSeen({ clock, idleMs: week }),
  });
  const isOpened = (sessionId: string): boolean =>
    sessions.find(sessionId) !== undefined ||
    sessions.list().some(({ session }) => session.launch.agentSessionId === sessionId);
  return {
    note: (exchange) => {
      const { sessionId } = exchange.subject;
      if (exchange.origin !== 'hand' || sessionId === undefined) return;
      const before = known.get(sessionId);
      if (before === undefined && isOpened(sessionId)) return;
      const session = { ...(before ?? sessionOf(exchange, sessionId)), lastSeenAt: clock.now() };
      known.set(sessionId, session);
      onSession(viewOf(session));
    },
    list: () => Array.from(known.values(), viewOf).reverse(),
    forgetAgent: (ended) => known.forgetWhere(({ agentId }) => agentId === ended),
    clear: () => known.clear(),
  };
};

/** As its first callback says. */
const sessionOf = ({ subject, request, startedAt }: Exchange, sessionId: string): Omit<HandSession, 'lastSeenAt'> => {
  const body = readBodyFields(Buffer.from(request.body).toString('utf8'));
  const said = (name: string): string => fieldText(body, 'string', name) ?? '';
  return {
    ...{ agentId: subject.agentId ?? 0, sessionId, playerId: subject.playerId ?? '' },
    ...{ playerUsername: said('player_username'), currency: said('currency') },
    createdAt: startedAt,
  };
};

const viewOf = ({ agentId: _, createdAt, lastSeenAt, ...session }: HandSession): SessionView => ({
  ...session,
  createdAt: toInstant(createdAt),
  lastSeenAt: toInstant(lastSeenAt),
  state: 'by-hand',
});
