import type { Call } from '../judges/call.ts';
import type { Callback } from '../spec/callback.ts';
import { composeMessage } from '../wire/compose-message.ts';
import { isAboutSession } from '../wire/error-answer.ts';
import { readAnswer } from '../wire/read-answer.ts';
import type { PlatformClock } from '../world/platform-clock.ts';
import { sessionsNeeded } from './compose-callback.ts';
import { mainSessions } from './own-calls.ts';
import { openSessions, type Play } from './play.ts';
import type { ComposedCall } from './run-context.ts';

/**
 * What becomes of sessions is left open by section 3: an agent may keep them in memory. Where it
 * knows none after its restart they are opened anew, and calls of before are sent again in those.
 * `first`: its first answer after the restart.
 */
export const renewSessions = async (play: Play, first: Call): Promise<void> => {
  const { context, names, scenario, callbacks, composed } = play;
  if (!isForgotten(play, first)) return;
  const wanted = [...mainSessions(context), ...sessionsNeeded(context, scenario)];
  const before = wanted.map((each) => [each, names.session(each)] as const);
  if (!context.sessions.renew()) return;
  await atSystemTime(context.hooks.clock, async () => await openSessions(play, wanted));
  const renewed = new Map(before.map(([each, id]) => [id, names.session(each)]));
  const inNewSession = (callback: Callback): Callback => ({
    ...callback,
    sessionId: renewed.get(callback.sessionId) ?? callback.sessionId,
  });
  for (const [name, callback] of callbacks) callbacks.set(name, inNewSession(callback));
  for (const [name, call] of composed) composed.set(name, recomposed(play, call, inNewSession));
};

/** By a clock that a step has moved, what the agent asks would be refused as expired. */
const atSystemTime = async (clock: PlatformClock | undefined, act: () => Promise<void>): Promise<void> => {
  if (clock === undefined) return await act();
  const { now, shiftMs, frozen } = clock.state();
  clock.shift(0);
  await act();
  if (frozen) clock.freeze();
  clock.set(frozen ? now : clock.now() + shiftMs);
};

const isForgotten = ({ context }: Play, { exchange }: Call): boolean => {
  const answer = readAnswer(exchange.answer);
  if (answer.kind !== 'error') return false;
  const codes = context.sessions.refusalCodes();
  return isAboutSession(answer) || codes?.includes(answer.error ?? '') === true;
};

const recomposed = (
  { terms }: Play,
  call: ComposedCall,
  inNewSession: (callback: Callback) => Callback,
): ComposedCall =>
  call.callback === undefined
    ? call
    : { ...call, ...composeMessage(inNewSession(call.callback), terms), isMoved: true };
