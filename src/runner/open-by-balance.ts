import type { Scenario } from '../formats/scenario/scenario.ts';
import type { Account } from '../ledger/account.ts';
import { sessionsNeeded } from './compose-callback.ts';
import { balanceCall, mainSession } from './own-calls.ts';
import { type Play, plainOptions, sendCall } from './play.ts';

/** Asks for the balance in every session of the scenario, before anything else is sent there. */
export const openByBalance = async (play: Play, scenario: Scenario, accounts: readonly Account[]): Promise<void> => {
  const { context, names } = play;
  const main = accounts.map((account) => mainSession(context, account));
  const wanted = [...main, ...sessionsNeeded(context, scenario)];
  const sessions = new Map(wanted.map((each) => [names.session(each), each]));
  for (const [sessionId, account] of sessions) {
    const label = 'getBalance (opening the session)';
    await sendCall(play, balanceCall(play, account, { label, sessionId }), plainOptions);
  }
};
