import type {
  CallOptions,
  CallStep,
  MakeBetStep,
  RawBodyStep,
  ResendStep,
  RollbackStep,
} from '../formats/scenario/scenario.ts';
import type { AlikeTo } from '../judge/call.ts';
import type { Callback } from '../spec/callback.ts';
import { httpForms } from '../spec/http-form.ts';
import { ofAlike, playerLikenesses } from '../spec/likeness.ts';
import { composeMessage, composeRaw, losing } from '../wire/compose-message.ts';
import type { CallbackMessage, LossOrder } from '../wire/message.ts';
import { composeCallback, type FreshStep, recomposeCallback } from './compose-callback.ts';
import { type Play, usualCallMs } from './play.ts';
import type { ComposedCall } from './run-context.ts';
import { namedPlayer } from './run-players.ts';

/** Turns a step into bytes, and keeps what later steps may refer to. */
export const composeStep = (play: Play, step: CallStep): ComposedCall => {
  if (step.kind === 'resend') return composeResend(play, step);
  const composed = {
    label: labelOf(step),
    line: step.place.line,
    alike: alikeTo(play, step),
    http: step.options.http,
    ...composeForged(play, composeCallback(play, step), step.options),
  };
  const sent = losing(composed, lossIn(play, step.options));
  if (step.kind === 'getBalance' || step.id === undefined) return sent;
  play.composed.set(step.id, composed);
  if (composed.callback !== undefined) play.callbacks.set(step.id, composed.callback);
  return sent;
};

/** When connections are reset, in parts of the time that a call takes: in turn, since what they meet is a matter of luck. */
const moments = [0, 0.5, 0.25, 0.75];

/** What is lost on the way of a call, and when. */
const lossIn = (play: Play, { lose }: CallOptions): LossOrder | undefined => {
  if (lose !== 'connection') return lose && { what: lose };
  const afterMs = usualCallMs(play.context) * (moments[play.lost.count % moments.length] ?? 0);
  play.lost.count += 1;
  return { what: lose, afterMs };
};

/** The callback, signed with what an earlier call has where the step says so. */
const composeForged = (play: Play, callback: Callback, options: CallOptions): CallbackMessage => {
  const { signature, forgedFrom = '' } = options;
  const earlier = play.composed.get(forgedFrom);
  const known = play.callbacks.get(forgedFrom);
  const requestId = signature === 'known-request-id' ? known?.requestId : undefined;
  const forged = requestId === undefined ? callback : { ...callback, requestId };
  return composeMessage(forged, play.terms, { ...options, earlier });
};

/** What the id of a transaction or player is alike to. */
const alikeTo = ({ callbacks, context }: Play, step: FreshStep): AlikeTo | undefined => {
  const { player } = step.options;
  if (typeof player === 'object') {
    return { kind: 'player', as: player.alike, of: namedPlayer(context.players, step.options).id };
  }
  if (step.kind === 'getBalance' || step.alike === undefined) return undefined;
  const of = callbacks.get(transactionNamed(step) ?? '');
  if (of === undefined || of.type === 'getBalance') return undefined;
  return { kind: 'transaction', as: step.alike, of: of.transactionId };
};

const transactionNamed = (step: MakeBetStep | RollbackStep): string | undefined =>
  step.kind === 'makeBet' ? step.transactionOf : step.of;

const composeResend = (play: Play, step: ResendStep): ComposedCall => {
  const original = play.composed.get(step.call);
  if (original?.callback === undefined) throw new TypeError(`No call ${step.call} to send again.`);
  const { place, options } = step;
  const named = { label: labelOf(step), line: place.line };
  if (isSameBytes(step)) {
    const label = original.isMoved ? `${step.call} again (in a new session)` : named.label;
    return losing({ ...original, ...named, label }, lossIn(play, options));
  }
  const again = recomposeCallback(play, original.callback, step);
  // Exactly one field is another one.
  const isKept = step.changed !== undefined && step.as !== 'resigned';
  const callback = isKept ? { ...again, requestId: original.callback.requestId } : again;
  const composed = { ...named, http: options.http, ...composeForged(play, callback, options) };
  return losing(composed, lossIn(play, options));
};

/** The bytes stay as they were unless the step asks for something else. */
const isSameBytes = ({ as, options }: ResendStep): boolean => {
  if (as === 'resigned' || as === 'conflict') return false;
  const { signature, tamper, fields, without, twice, wire, player, session, currency, http } = options;
  const isAltered = [tamper, fields, without, twice].some((each) => Object.keys(each).length > 0);
  const isMoved = [player, session, currency, http].some((each) => each !== undefined);
  return !isAltered && !isMoved && signature === 'valid' && wire === 'table';
};

const resendNames = {
  exact: 'the same bytes',
  stale: 'the same bytes, later',
  resigned: 'new request_id',
  conflict: 'other amounts',
} as const;

const labelOf = (step: CallStep): string => {
  const { signature, about, lose = 'answer' } = step.options;
  const signed = signature === 'valid' ? '' : `, signature ${signature}`;
  const lost = lose === 'answer' ? '' : `, ${lose.replaceAll('-', ' ')} lost`;
  return `${callName(step, `${signed}${lost}`)}${about === undefined ? '' : ` (${about})`}`;
};

const callName = (step: CallStep, signed: string): string => {
  switch (step.kind) {
    case 'getBalance':
      return `getBalance${step.freespins === undefined ? '' : ' with freespins'}${places(step)}${signed}`;
    case 'makeBet':
      return `makeBet${step.id === undefined ? '' : ` ${step.id}`}${likeWhat(step)}${places(step)}${signed}`;
    case 'rollback':
      return `rollback${rolledBack(step)}${signed}`;
    case 'resend':
      return `${step.call} again (${resentHow(step)}${signed})`;
  }
};

const rolledBack = (step: RollbackStep): string => {
  if (step.of === undefined) return ' of an unknown transaction';
  return step.alike === undefined ? ` of ${step.of}` : likeWhat(step);
};

const resentHow = ({ as, changed }: ResendStep): string => {
  if (changed === undefined) return resendNames[as];
  return as === 'resigned' ? `${resendNames[as]}, ${changed} changed` : `${changed} changed`;
};

/** `, the id of lower in other case`. */
const likeWhat = (step: MakeBetStep | RollbackStep): string => {
  const of = transactionNamed(step);
  if (step.alike === undefined || of === undefined) return '';
  if (step.alike.as === 'twin') return `, like ${of} in all but its id`;
  return `, the id of ${of} ${ofAlike(step.alike, 'meaning')}`;
};

/** Whom a call is for, and how it is sent, where that is what it is about. */
const places = ({ options: { player, http } }: CallStep): string => {
  const whom = typeof player === 'object' ? ` for ${playerLikenesses[player.alike]}` : '';
  return `${whom}${http === undefined ? '' : `, ${httpForms[http].meaning}`}`;
};

/** Bytes as they are. */
export const composeRawStep = ({ terms }: Play, step: RawBodyStep): ComposedCall => ({
  label: `${step.method} with a raw body`,
  line: step.place.line,
  ...composeRaw(step, terms.recipient),
});
