import { type Amount, amountOf, renderAmount, zero } from '../base/money.ts';
import { type Demo, demoBeginning } from '../platform/create-demos.ts';
import { linkKeyPattern } from '../platform/create-ids.ts';
import { carriedSessionId, type GameSession } from '../platform/create-sessions.ts';
import type { Callback } from '../spec/callback.ts';
import type { CallbackOutcome, SendCallback } from './callback-outcome.ts';
import { Game, type GamesState, type Opening } from './game.ts';

/** Where a link leads; `language` is the code of a launch that was. */
type OpenedLink =
  | { readonly kind: 'game'; readonly game: Game }
  | { readonly kind: 'expired'; readonly language: string }
  | { readonly kind: 'unknown' };

/** The game behind /play/ or /demo/ and a key; opening it counts as traffic of the session. */
export const openLaunchLink = (shared: GamesState, entrance: 'play' | 'demo', linkKey: unknown): OpenedLink => {
  if (typeof linkKey !== 'string' || !linkKeyPattern.test(linkKey)) return { kind: 'unknown' };
  if (entrance === 'demo') return openDemo(shared, linkKey);
  const opened = shared.sessions.open(linkKey);
  if (opened.kind === 'unknown') return opened;
  const { session } = opened;
  if (opened.kind === 'expired') return { kind: 'expired', language: session.launch.language };
  shared.onEvent.session(session);
  return { kind: 'game', game: gameOfSession(shared, session) };
};

/** The game of a session, whether anybody may open it or not: what it owes is sent all the same. */
export const gameOfSession = (shared: GamesState, session: GameSession): Game =>
  gameOf(shared, {
    linkKey: session.linkKey,
    launch: session.launch,
    session,
    send: async (callback, options) => await shared.sendCallback(carrying(shared, callback, session), options),
  });

/** The callback with the session_id that the agent knows its session by; it may be an earlier one. */
const carrying = ({ sessions, quirks }: GamesState, callback: Callback, own: GameSession): Callback => {
  if (quirks.sessionId === 'platform') return callback;
  const session = callback.sessionId === own.sessionId ? own : sessions.find(callback.sessionId);
  return session === undefined ? callback : { ...callback, sessionId: carriedSessionId(session, quirks.sessionId) };
};

const openDemo = (shared: GamesState, linkKey: string): OpenedLink => {
  const opened = shared.demos.open(linkKey);
  if (opened.kind === 'unknown') return opened;
  const { launch } = opened.demo;
  if (opened.kind === 'expired') return { kind: 'expired', language: launch.language };
  const opening = { linkKey, launch, session: undefined, ...playMoney(shared, linkKey) };
  return { kind: 'game', game: gameOf(shared, opening) };
};

/** The same game each time: it holds open rounds, and a page may be loaded again. */
const gameOf = (shared: GamesState, opening: Opening): Game => {
  const { linkKey } = opening;
  const game = shared.active.get(linkKey) ?? shared.opened.get(linkKey) ?? new Game(shared, opening);
  shared.opened.set(linkKey, game);
  return game;
};

/** In the place of an agent: a virtual balance on the platform; nobody else hears of it. */
const playMoney = ({ demos, quirks }: GamesState, linkKey: string): Pick<Opening, 'send' | 'reset'> => {
  // A player can cancel the bet of the open round alone: the last transaction.
  let last: { readonly transactionId: string; readonly moved: Amount } | undefined;
  const move = (demo: Demo, amount: Amount): CallbackOutcome => {
    const balance = renderAmount(amountOf(demo.balance).plus(amount));
    if (amountOf(balance).lt(0)) return tooLittle;
    demos.settle(demo, balance);
    return { kind: 'balance', balance };
  };
  const answer = (callback: Callback): CallbackOutcome => {
    const opened = demos.open(linkKey);
    if (opened.kind !== 'open') return { kind: 'unclear', reason: 'This demo is over.' };
    const { demo } = opened;
    if (callback.type === 'getBalance') return { kind: 'balance', balance: demo.balance };
    const { transactionId } = callback;
    if (callback.type === 'rollback') {
      const moved = last?.transactionId === transactionId ? last.moved : zero;
      last = undefined;
      return move(demo, zero.minus(moved));
    }
    if (amountOf(demo.balance).lt(callback.bet)) return tooLittle;
    last = { transactionId, moved: amountOf(callback.win).minus(callback.bet) };
    return move(demo, last.moved);
  };
  const send: SendCallback = async (callback) => ({ outcome: answer(callback), calls: [] });
  const reset = (): void => {
    const opened = demos.open(linkKey);
    if (opened.kind !== 'open') return;
    demos.settle(opened.demo, demoBeginning(quirks.demoBalance, opened.demo.launch.currency));
  };
  return { send, reset };
};

const tooLittle: CallbackOutcome = { kind: 'refused', code: 'insufficient_balance', message: '' };
