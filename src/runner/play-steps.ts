import type { CallOptions, CallStep, RawStep, Step, TogetherStep } from '../contract/scenario.ts';
import { judgeCall } from '../judges/judge-call.ts';
import { judgeTogether } from '../judges/judge-together.ts';
import type { Account } from '../ledger/ledger.ts';
import { accountKey, balanceOf } from '../ledger/ledger.ts';
import { sign } from '../signing/sign.ts';
import { signBody } from '../signing/sign-body.ts';
import { composeCall } from './compose-call.ts';
import { composeCallback, recomposeCallback } from './compose-callback.ts';
import type { ComposedCall } from './composed-call.ts';
import { expandPack } from './expand-pack.ts';
import { readBalance } from './own-calls.ts';
import type { Play } from './play.ts';
import { sendCall, sourceOf } from './play.ts';
import { playLaunch } from './play-launch.ts';
import { playRestart } from './play-restart.ts';

/** Plays steps one after another, until the judgement ends or the run is interrupted. */
export const playSteps = async (play: Play, steps: readonly Step[]): Promise<void> => {
  for (const step of steps) {
    if (play.state.ending !== undefined || play.context.signal.aborted) return;
    await playStep(play, step);
  }
};

const playStep = async (play: Play, step: Step): Promise<void> => {
  switch (step.kind) {
    case 'wait':
      return await play.context.clock.sleep(step.durationMs, play.context.signal);
    case 'repeat':
      for (let round = 0; round < step.count; round += 1) await playSteps(play, step.steps);
      return;
    case 'pack':
      return await playSteps(play, expandPack(step, play.context.quirks.packWin));
    case 'together':
      return await playTogether(play, step);
    case 'raw':
      return await playCall(play, composeRaw(play, step), step);
    case 'restart':
      return await playRestart(play);
    case 'launch':
      return await playLaunch(play, step);
    default:
      return await playCall(play, composeStep(play, step), step.options);
  }
};

/** Sends, judges, and looks after a refusal whether money moved all the same. */
const playCall = async (
  play: Play,
  composed: ComposedCall,
  options: Pick<CallOptions, 'expect'>,
): Promise<void> => {
  const call = await sendCall(play, composed, options);
  play.state = judgeCall(play.state, call);
  if (play.state.ending !== undefined || play.state.refused === undefined) return;
  const account = accountToProbe(play, composed);
  if (account === undefined) return;
  const isOpen = composed.intent.kind === 'invalid' && options.expect.kind === 'any';
  play.state = judgeCall(
    play.state,
    await readBalance(play, account, isOpen ? 'opening' : 'probe'),
  );
};

/** The account of the refused call; the first of the scenario where it has none that we know. */
const accountToProbe = (play: Play, { callback }: ComposedCall): Account | undefined => {
  if (callback !== undefined && balanceOf(play.state.ledger, callback) !== undefined) {
    return { playerId: callback.playerId, currency: callback.currency };
  }
  const [first] = play.state.ledger.balances.keys();
  if (first === undefined) return undefined;
  const [playerId = '', currency = ''] = JSON.parse(first) as string[];
  return { playerId, currency };
};

/** Turns a step into bytes, and keeps what later steps may refer to. */
const composeStep = (play: Play, step: CallStep): ComposedCall => {
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

const composeRaw = ({ press }: Play, step: RawStep): ComposedCall => {
  const { agent } = press;
  const header = step.signed ? { 'x-signature': signRaw(step.body, agent) } : {};
  return {
    label: `${step.method} with a raw body`,
    line: step.place.line,
    intent: { kind: 'malformed' },
    method: step.method,
    headers: { 'content-type': step.contentType, ...header },
    body: Buffer.from(step.body),
    kind: 'other',
    subject: { agentId: agent.id },
  };
};

const playTogether = async (play: Play, { steps }: TogetherStep): Promise<void> => {
  const composed = steps.map((step) => ({ step, call: composeStep(play, step) }));
  await warmConnections(
    play,
    composed.map(({ call }) => call),
  );
  const calls = await Promise.all(
    composed.map(({ step, call }) => sendCall(play, call, step.options)),
  );
  const reads = [];
  for (const account of accountsOf(calls)) reads.push(await readBalance(play, account, 'valid'));
  play.state = judgeTogether(play.state, { calls, reads });
};

/**
 * Quiet reads at the same time, as many as there will be calls: a connection that must be opened
 * first comes too late for a race.
 */
const warmConnections = async (play: Play, calls: readonly ComposedCall[]): Promise<void> => {
  const [account] = accountsOf(calls);
  if (account === undefined) return;
  await Promise.all(calls.map(() => readBalance(play, account, 'valid')));
};

const accountsOf = (calls: readonly { readonly intent: ComposedCall['intent'] }[]): Account[] => {
  const accounts = new Map<string, Account>();
  for (const { intent } of calls) {
    if ('callback' in intent) accounts.set(accountKey(intent.callback), intent.callback);
  }
  return [...accounts.values()];
};

/** A body that is no JSON cannot be canonical: its bytes are signed as they are. */
const signRaw = (body: string, { dialect, token }: Play['press']['agent']): string => {
  try {
    return signBody(body, dialect, token);
  } catch {
    return sign(body, token);
  }
};
