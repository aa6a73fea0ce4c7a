import type { CallStep } from '../spec/scenario.ts';
import { composeCall } from './compose-call.ts';
import { composeCallback, recomposeCallback } from './compose-callback.ts';
import type { ComposedCall } from './composed-call.ts';
import type { Play } from './play.ts';
import { sourceOf } from './play.ts';

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

const composeFresh = (play: Play, step: Exclude<CallStep, { kind: 'resend' }>): ComposedCall =>
  composeCall(play.press, {
    label: labelOf(step),
    line: step.place.line,
    callback: composeCallback(sourceOf(play), step),
    options: step.options,
  });

const composeResend = (play: Play, step: Extract<CallStep, { kind: 'resend' }>): ComposedCall => {
  const original = play.composed.get(step.call);
  if (original?.callback === undefined) throw new TypeError(`No call ${step.call} to send again.`);
  const label = labelOf(step);
  const dropAnswer = step.options.lose === 'answer';
  if (isSameBytes(step)) return { ...original, label, line: step.place.line, dropAnswer };
  const callback = recomposeCallback(sourceOf(play), original.callback, step);
  const { place, options } = step;
  return composeCall(play.press, { label, line: place.line, callback, options });
};

/** The bytes stay as they were unless the step asks for something else. */
const isSameBytes = ({ as, options }: Extract<CallStep, { kind: 'resend' }>): boolean => {
  if (as === 'resigned' || as === 'conflict') return false;
  const { signature, tamper, fields, without, twice, wire, player, session, currency } = options;
  const altered = [tamper, fields, without, twice].some((each) => Object.keys(each).length > 0);
  const moved = [player, session, currency].some((each) => each !== undefined);
  return !altered && !moved && signature === 'valid' && wire === 'table';
};

const resendNames = {
  exact: 'the same bytes',
  stale: 'the same bytes, later',
  resigned: 'new request_id',
  conflict: 'other amounts',
} as const;

const labelOf = (step: CallStep): string => {
  const signature =
    step.options.signature === 'valid' ? '' : `, signature ${step.options.signature}`;
  switch (step.kind) {
    case 'getBalance':
      return `getBalance${step.freespins === undefined ? '' : ' with freespins'}${signature}`;
    case 'makeBet':
      return `makeBet${step.id === undefined ? '' : ` ${step.id}`}${signature}`;
    case 'rollback':
      return `rollback${step.of === undefined ? ' of an unknown transaction' : ` of ${step.of}`}${signature}`;
    case 'resend':
      return `${step.call} again (${resendNames[step.as]}${signature})`;
  }
};
