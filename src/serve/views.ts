import type { ClockView } from '../api/schemas/platform.ts';
import type { PackView, SessionView } from '../api/schemas/sessions.ts';
import { amountOf, renderAtScale } from '../base/money.ts';
import type { PlatformClock } from '../base/platform-clock.ts';
import { toInstant } from '../formats/written-time.ts';
import type { Catalogue } from '../platform/catalogue.ts';
import type { Demo } from '../platform/demos.ts';
import type { Pack } from '../platform/packs.ts';
import type { PlatformState } from '../platform/platform-state.ts';
import type { GameSession, Launch } from '../platform/sessions.ts';
import type { AmountText } from '../spec/callback.ts';
import type { EventBus } from './event-bus.ts';

/** Who is told of the platform. */
interface Telling {
  readonly bus: EventBus;
  readonly platform: Pick<PlatformState, 'catalogue' | 'sessions' | 'packs'>;
}

/** The platform's clock as pages show it. */
export const clockView = (clock: PlatformClock): ClockView => {
  const { now, frozen, shiftMs } = clock.state();
  return { now: toInstant(now), shiftMs: Math.round(shiftMs), frozen };
};

/** A demo has no session (section 4, get_game_link_demo): its link stands for it. */
export const demoView = ({ linkKey, launch, lastSeenAt }: Demo, catalogue: Pick<Catalogue, 'find'>): SessionView => {
  const { playerId, playerUsername, gameId, currency, language } = launch;
  return {
    playerId,
    playerUsername,
    gameId,
    currency,
    language,
    sessionId: `demo-${linkKey}`,
    game: catalogue.find(gameId)?.title,
    link: `/demo/${linkKey}`,
    createdAt: toInstant(lastSeenAt),
    lastSeenAt: toInstant(lastSeenAt),
    state: 'active',
  };
};

/** A game session as the dashboard shows it; its link opens while the session is active. */
export const sessionView = (
  session: GameSession,
  state: SessionView['state'],
  catalogue: Pick<Catalogue, 'find'>,
): SessionView => {
  const { sessionId, linkKey, launch, createdAt, lastSeenAt, openedBy } = session;
  return {
    sessionId,
    agentSessionId: launch.agentSessionId,
    playerId: launch.playerId,
    playerUsername: launch.playerUsername,
    gameId: launch.gameId,
    game: catalogue.find(launch.gameId)?.title,
    currency: launch.currency,
    language: launch.language,
    link: state === 'active' ? `/play/${linkKey}` : undefined,
    openedBy,
    createdAt: toInstant(createdAt),
    lastSeenAt: toInstant(lastSeenAt),
    state,
  };
};

/** Tells that a session was created, seen or is over; nothing where it is not known any more. */
export const publishSession = (
  { bus, platform: { catalogue, sessions } }: Telling,
  { linkKey }: Pick<GameSession, 'linkKey'>,
): void => {
  if (!bus.hasListeners()) return;
  const looked = sessions.look(linkKey);
  if (looked.kind === 'unknown') return;
  const state = looked.kind === 'open' ? 'active' : 'expired';
  bus.publish({ kind: 'session', session: sessionView(looked.session, state, catalogue) });
};

const byHand = 'by-hand-';

/** The agent_session_id of a launch that somebody made in the agent's place. */
export const launchedByHand = (id: string): string => `${byHand}${id}`;

/** The agent does not know of it. */
export const isLaunchedByHand = ({ agentSessionId }: Pick<Launch, 'agentSessionId'>): boolean =>
  agentSessionId.startsWith(byHand);

/** A pack as the dashboard shows it. */
export const packView = (pack: Pack): PackView => ({
  freespinsId: pack.freespinsId,
  playerId: pack.playerId,
  gameId: pack.gameId,
  currency: pack.currency,
  bet: atScale(pack.bet, pack.currency),
  total: pack.total,
  played: pack.played,
  accumulatedWin: atScale(pack.accumulatedWin, pack.currency),
  status: pack.status,
});

const atScale = (amount: AmountText, currency: string): string => renderAtScale(amountOf(amount), currency);

/** Tells the packs as they are now. */
export const publishPacks = ({ bus, platform: { packs } }: Telling): void => {
  if (bus.hasListeners()) bus.publish({ kind: 'packs', packs: packs.list().map(packView) });
};
