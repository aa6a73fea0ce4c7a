import { createAccountBook } from '../runner/account-book.ts';
import { castOf } from '../runner/cast.ts';
import type { RunContext, SendCall } from '../runner/run-context.ts';
import type { RunHooks } from '../runner/run-hooks.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import { systemClock } from '../world/clock.ts';
import { createDice } from '../world/dice.ts';
import type { Settings } from './resolve-settings.ts';

export interface CalledAgent {
  readonly callbackUrl: string;
  readonly send: SendCall;
  readonly signal: AbortSignal;
  readonly hooks?: RunHooks | undefined;
  readonly maxStake?: string | undefined;
}

/** What scenarios are played with, as the settings say. */
export const runContextOf = (settings: Settings, called: CalledAgent): RunContext => ({
  agent: { ...settings.agent, callbackUrl: called.callbackUrl },
  otherToken: settings.otherToken,
  cast: castOf(settings.players, settings.nonce),
  gameId: settings.gameId,
  quirks: settings.configuration.quirks,
  hooks: called.hooks ?? {},
  timeoutMs: settings.timeoutMs,
  maxStake: called.maxStake,
  book: createAccountBook(),
  nonce: settings.nonce,
  dice: createDice(`${settings.seed}/${settings.nonce}`),
  clock: systemClock,
  send: called.send,
  catalogue: requirements,
  signal: called.signal,
});
