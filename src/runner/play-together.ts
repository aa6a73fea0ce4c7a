import { judgeCall } from '../judges/judge-call.ts';
import { judgeTogether } from '../judges/judge-together.ts';
import { unsureAccounts } from '../judges/possible-worlds.ts';
import type { Account } from '../ledger/ledger.ts';
import { accountKey } from '../ledger/ledger.ts';
import type { TogetherStep } from '../spec/scenario.ts';
import { composeStep } from './compose-step.ts';
import type { ComposedCall } from './composed-call.ts';
import { findLag } from './find-lag.ts';
import { readBalance } from './own-calls.ts';
import type { Play } from './play.ts';
import { sendCall } from './play.ts';

/** Sends calls at the same time, and reads each of their accounts afterwards. */
export const playTogether = async (play: Play, { steps }: TogetherStep): Promise<void> => {
  await settleDoubts(play);
  if (play.state.ending !== undefined) return;
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
  const before = play.state;
  play.state = judgeTogether(before, { calls, reads });
  await findLag(play, before, reads);
};

/** A call whose answer was lost may have arrived or not: a quiet read tells, before a race begins. */
const settleDoubts = async (play: Play): Promise<void> => {
  for (const account of unsureAccounts(play.state)) {
    play.state = judgeCall(play.state, await readBalance(play, account, 'valid'));
    if (play.state.ending !== undefined) return;
  }
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
