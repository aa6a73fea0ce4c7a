import type {
  AmountExpression,
  CallOptions,
  CallStep,
  GetBalanceStep,
  MakeBetStep,
  OthersStep,
  PackStep,
  RawBodyStep,
  RollbackStep,
} from '../formats/scenario/scenario.ts';
import type { AlikeTo } from '../judge/call.ts';
import { type Amount, amountOf, renderAmount, zero } from '../money/amount.ts';
import type { Callback } from '../spec/callback.ts';
import { httpForms } from '../spec/http-form.ts';
import { likenesses, playerLikenesses } from '../spec/likeness.ts';
import type { Quirks } from '../spec/quirks.ts';
import { composeMessage, composeRaw } from '../wire/compose-message.ts';
import type { CallbackMessage } from '../wire/message.ts';
import { composeCallback, recomposeCallback } from './compose-callback.ts';
import { type Play, sourceOf } from './play.ts';
import type { ComposedCall } from './run-context.ts';
import { namedPlayer } from './run-players.ts';

/** Turns a step into bytes, and keeps what later steps may refer to. */
export const composeStep = (play: Play, step: CallStep): ComposedCall => {
  const composed = step.kind === 'resend' ? composeResend(play, step) : composeFresh(play, step);
  const id = step.kind === 'makeBet' || step.kind === 'rollback' ? step.id : undefined;
  if (id !== undefined) {
    play.composed.set(id, composed);
    if (composed.callback !== undefined) play.callbacks.set(id, composed.callback);
  }
  return composed;
};

const composeFresh = (play: Play, step: Exclude<CallStep, { kind: 'resend' }>): ComposedCall => ({
  label: labelOf(step),
  line: step.place.line,
  alike: alikeTo(play, step),
  http: step.options.http,
  ...composeForged(play, composeCallback(sourceOf(play), step), step.options),
});

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
const alikeTo = ({ callbacks, context }: Play, step: Exclude<CallStep, { kind: 'resend' }>): AlikeTo | undefined => {
  const { player } = step.options;
  if (typeof player === 'object') {
    return { kind: 'player', as: player.alike, of: namedPlayer(context.players, step.options).id };
  }
  const of = step.kind === 'getBalance' ? undefined : callbacks.get(transactionNamed(step) ?? '');
  if (step.kind === 'getBalance' || step.alike === undefined) return undefined;
  if (of === undefined || of.type === 'getBalance') return undefined;
  return { kind: 'transaction', as: step.alike.as, of: of.transactionId };
};

const transactionNamed = (step: MakeBetStep | RollbackStep): string | undefined =>
  step.kind === 'makeBet' ? step.transactionOf : step.of;

const composeResend = (play: Play, step: Extract<CallStep, { kind: 'resend' }>): ComposedCall => {
  const original = play.composed.get(step.call);
  if (original?.callback === undefined) throw new TypeError(`No call ${step.call} to send again.`);
  const { place, options } = step;
  const named = { label: labelOf(step), line: place.line };
  if (isSameBytes(step)) {
    const label = original.isMoved ? `${step.call} again (in a new session)` : named.label;
    return { ...original, ...named, label, loseAnswer: options.lose === 'answer' };
  }
  const again = recomposeCallback(sourceOf(play), original.callback, step);
  // Exactly one field is another one.
  const isKept = step.changed !== undefined && step.as !== 'resigned';
  const callback = isKept ? { ...again, requestId: original.callback.requestId } : again;
  return { ...named, http: options.http, ...composeForged(play, callback, options) };
};

/** The bytes stay as they were unless the step asks for something else. */
const isSameBytes = ({ as, options }: Extract<CallStep, { kind: 'resend' }>): boolean => {
  if (as === 'resigned' || as === 'conflict') return false;
  const { signature, tamper, fields, without, twice, wire, player, session, currency, http } = options;
  const altered = [tamper, fields, without, twice].some((each) => Object.keys(each).length > 0);
  const moved = [player, session, currency, http].some((each) => each !== undefined);
  return !altered && !moved && signature === 'valid' && wire === 'table';
};

const resendNames = {
  exact: 'the same bytes',
  stale: 'the same bytes, later',
  resigned: 'new request_id',
  conflict: 'other amounts',
} as const;

const labelOf = (step: CallStep): string => {
  const { signature, about } = step.options;
  const signed = signature === 'valid' ? '' : `, signature ${signature}`;
  return `${callName(step, signed)}${about === undefined ? '' : ` (${about})`}`;
};

const callName = (step: CallStep, signed: string): string => {
  switch (step.kind) {
    case 'getBalance':
      return `getBalance${step.freespins === undefined ? '' : ' with freespins'}${places(step)}${signed}`;
    case 'makeBet':
      return `makeBet${step.id === undefined ? '' : ` ${step.id}`}${likeWhat(step)}${places(step)}${signed}`;
    case 'rollback':
      return `rollback${step.of === undefined ? ' of an unknown transaction' : ` of ${step.of}`}${likeWhat(step)}${signed}`;
    case 'resend':
      return `${step.call} again (${resentHow(step)}${signed})`;
  }
};

const resentHow = ({ as, changed }: Extract<CallStep, { kind: 'resend' }>): string => {
  if (changed === undefined) return resendNames[as];
  return as === 'resigned' ? `${resendNames[as]}, ${changed} changed` : `${changed} changed`;
};

/** `, the id of lower in other case`. */
const likeWhat = (step: MakeBetStep | RollbackStep): string => {
  const of = transactionNamed(step);
  if (step.alike === undefined || of === undefined) return '';
  return `, the id of ${of} ${likenesses[step.alike.as].meaning}`;
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

/** A free-spin pack as the calls it is: progress, is_finish on the last, then its win (section 3). */
export const expandPack = (pack: PackStep, packWin: Quirks['packWin']): CallStep[] => {
  const sums = accumulated(pack);
  const total = sums.at(-1) ?? zero;
  const spins = sums.flatMap((sum, played) => [
    ...(packWin === 'per-spin' ? spinWin(pack, played) : []),
    ...(packWin === 'before-finish' && played === pack.total ? settled(pack, total) : []),
    progress(pack, played, sum),
    ...bets(pack, played),
  ]);
  return [...spins, ...(packWin === 'after-finish' ? settled(pack, total) : []), ended(pack)];
};

/** Bets that win their stake: the agent has so many transactions more, the account what it had. */
export const expandOthers = ({ place, options, count }: OthersStep): MakeBetStep[] =>
  Array.from({ length: count }, () => ({
    kind: 'makeBet',
    place,
    options,
    bet: exactly('1'),
    win: exactly('1'),
    roundFinished: true,
  }));

/** Accumulated win before the first spin and after each. */
const accumulated = (pack: PackStep): Amount[] => {
  const sums = [zero];
  for (let spin = 0; spin < pack.total; spin += 1) {
    sums.push((sums.at(-1) ?? zero).plus(amountOf(pack.wins[spin] ?? '0')));
  }
  return sums;
};

const progress = (pack: PackStep, played: number, sum: Amount): GetBalanceStep => ({
  kind: 'getBalance',
  place: pack.place,
  options: pack.options,
  freespins: {
    played,
    total: pack.total,
    isFinish: played === pack.total,
    accumulatedWin: renderAmount(sum),
  },
});

/** A pack that won nothing is settled by no makeBet. */
const settled = (pack: PackStep, total: Amount): MakeBetStep[] =>
  total.eq(0) ? [] : [makeBet(pack, { bet: '0', win: renderAmount(total), name: pack.id })];

/** The last win of a pack paid spin by spin is the one that settles it. */
const spinWin = (pack: PackStep, played: number): MakeBetStep[] => {
  const win = pack.wins[played - 1] ?? '0';
  if (amountOf(win).eq(0)) return [];
  const isLast = pack.wins.slice(played).every((later) => amountOf(later).eq(0));
  return [makeBet(pack, { bet: '0', win, name: isLast ? pack.id : undefined })];
};

const bets = (pack: PackStep, played: number): MakeBetStep[] => {
  const stake = pack.bets[played - 1] ?? '0';
  return amountOf(stake).eq(0) ? [] : [makeBet(pack, { bet: stake, win: '0' })];
};

const makeBet = (
  pack: PackStep,
  { bet, win, name }: { readonly bet: string; readonly win: string; readonly name?: string },
): MakeBetStep => ({
  kind: 'makeBet',
  place: pack.place,
  options: pack.options,
  id: name,
  bet: exactly(bet),
  win: exactly(win),
  roundFinished: true,
});

const exactly = (text: string): AmountExpression => ({ kind: 'exact', text });

/** The first getBalance after the pack carries no freespins any more. */
const ended = (pack: PackStep): GetBalanceStep => ({
  kind: 'getBalance',
  place: pack.place,
  options: pack.options,
});
