import { judgeCall } from '../judges/judge-call.ts';
import type { Account } from '../ledger/ledger.ts';
import { balanceOf } from '../ledger/ledger.ts';
import type { CallOptions, Step } from '../spec/scenario.ts';
import { pause } from '../world/clock.ts';
import { composeRaw } from './compose-raw.ts';
import { composeStep } from './compose-step.ts';
import type { ComposedCall } from './composed-call.ts';
import { expandPack } from './expand-pack.ts';
import { findLag } from './find-lag.ts';
import { readBalance } from './own-calls.ts';
import type { Play } from './play.ts';
import { sendCall } from './play.ts';
import { playLaunch } from './play-launch.ts';
import { playRestart } from './play-restart.ts';
import { playTogether } from './play-together.ts';

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
      return await pause(play.context.clock, step.durationMs, play.context.signal);
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
  const before = play.state;
  play.state = judgeCall(before, call);
  await findLag(play, before, [call]);
  if (play.state.ending !== undefined || play.state.refused === undefined) return;
  const account = accountToProbe(play, composed);
  if (account === undefined) return;
  const isOpen = composed.intent.kind === 'invalid' && options.expect.kind === 'any';
  const probe = await readBalance(play, account, isOpen ? 'opening' : 'probe');
  const refused = play.state;
  play.state = judgeCall(refused, probe);
  await findLag(play, refused, [probe]);
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
