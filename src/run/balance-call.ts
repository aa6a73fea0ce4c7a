import type { Account } from '../ledger/account.ts';
import type { Callback } from '../spec/callback.ts';
import { composeMessage, type MessageTerms } from '../wire/compose-message.ts';
import type { Names } from './names.ts';
import type { ComposedCall, RunContext } from './run-context.ts';
import type { WantedSession } from './session-book.ts';

/** What a callback of the runner's own is made of. */
interface Composing {
  readonly context: RunContext;
  readonly names: Names;
  readonly terms: MessageTerms;
}

/** What every callback for an account has. */
export const baseFor = (
  { context, names }: Composing,
  { playerId, currency }: Account,
  sessionId: string = names.session(mainSession(context, { playerId, currency })),
) => {
  const player = context.players.known.find(({ id }) => id === playerId);
  return {
    agentId: context.agent.id,
    sessionId,
    playerId,
    playerUsername: player?.username ?? playerId,
    currency,
    language: player?.language ?? 'en',
    requestId: names.next('req'),
  };
};

/** The session of an account that a call is sent in when it says nothing else. */
export const mainSession = (
  { gameId }: Pick<RunContext, 'gameId'>,
  { playerId, currency }: Account,
): WantedSession => ({ playerId, currency, gameId, name: 'main' });

/** A correctly signed getBalance, ready to be sent. */
export const balanceCall = (
  play: Composing,
  account: Account,
  { label, sessionId }: { readonly label: string; readonly sessionId?: string },
): ComposedCall & { readonly callback: Callback } => {
  const callback: Callback = {
    ...baseFor(play, account, sessionId),
    type: 'getBalance',
    gameId: play.context.gameId,
  };
  return { label, ...composeMessage(callback, play.terms), callback };
};
