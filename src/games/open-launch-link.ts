import { linkKeyPattern } from '../platform/create-ids.ts';
import { demoBeginning } from '../platform/demos.ts';
import { carriedSessionId, type GameSession } from '../platform/sessions.ts';
import type { Callback } from '../spec/callback.ts';
import type { GamesState, OpenGame } from './game-in-play.ts';
import { type Opening, openGame } from './open-game.ts';
import { createPlayMoney } from './play-money.ts';

/** Where a link leads. */
export type OpenedLink =
  | {
      readonly kind: 'game';
      readonly open: OpenGame;
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
export const openLaunchLink = (shared: GamesState, entrance: 'play' | 'demo', linkKey: unknown): OpenedLink => {
  if (typeof linkKey !== 'string' || !linkKeyPattern.test(linkKey)) return { kind: 'unknown' };
  return entrance === 'play' ? openReal(shared, linkKey) : openDemo(shared, linkKey);
};

const openReal = (shared: GamesState, linkKey: string): OpenedLink => {
  const opened = shared.sessions.open(linkKey);
  if (opened.kind === 'unknown') return opened;
  const { session } = opened;
  const { language } = session.launch;
  if (opened.kind === 'expired') return { kind: 'expired', language };
  shared.onEvent.session(session);
  return { kind: 'game', open: gameOfSession(shared, session), language };
};

/** The game of a session, whether anybody may open it or not: what it owes is sent all the same. */
export const gameOfSession = (shared: GamesState, session: GameSession): OpenGame => {
  const { linkKey, launch, sessionId } = session;
  return gameOf(shared, {
    ...{ linkKey, launch, session, label: sessionId, beginAnew: undefined },
    send: async (callback, options) => await shared.sendCallback(carrying(shared, callback, session), options),
  });
};

/** The callback with the session_id that the agent knows its session by; it may be an earlier one. */
const carrying = ({ sessions, quirks }: GamesState, callback: Callback, own: GameSession): Callback => {
  if (quirks.sessionId === 'platform') return callback;
  const isOwn = callback.sessionId === own.sessionId;
  const session = isOwn ? own : sessions.find(callback.sessionId);
  if (session === undefined) return callback;
  return { ...callback, sessionId: carriedSessionId(session, quirks.sessionId) };
};

const openDemo = (shared: GamesState, linkKey: string): OpenedLink => {
  const opened = shared.demos.open(linkKey);
  if (opened.kind === 'unknown') return opened;
  const { launch } = opened.demo;
  const { language } = launch;
  if (opened.kind === 'expired') return { kind: 'expired', language };
  const beginning = demoBeginning(shared.quirks.demoBalance, launch.currency);
  const money = createPlayMoney(shared.demos, linkKey, beginning);
  const demo = { ...money, linkKey, launch, session: undefined, label: linkKey };
  return { kind: 'game', open: gameOf(shared, demo), language };
};

/** The same game each time: it holds open rounds, and a page may be loaded again. */
const gameOf = (shared: GamesState, opening: Opening): OpenGame => {
  const { linkKey } = opening;
  const open = shared.active.get(linkKey) ?? shared.opened.get(linkKey) ?? openGame(shared, opening);
  shared.opened.set(linkKey, open);
  return open;
};
