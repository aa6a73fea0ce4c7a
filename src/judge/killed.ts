import { accountKey } from '../ledger/account.ts';
import { append } from '../ledger/chain.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { outcomesIn } from '../ledger/worlds/worlds.ts';
import type { Callback } from '../spec/callback.ts';
import { type Call, hearAnswer } from './call.ts';
import { type Case, followed, forkLedger, worldRules, worldsOf } from './case.ts';
import { withUnjudged } from './words.ts';

/**
 * The case after calls in whose midst the agent was killed. Nobody knows in which order it was at them, so that no balance
 * among the answers is judged: what was answered with one was applied, of the rest nobody knows.
 */
export const judgeKilled = (state: Case, calls: readonly Call[]): Case => calls.reduce(afterOne, state);

const afterOne = (state: Case, call: Call): Case => {
  if (!('callback' in call.intent)) return state;
  const { callback } = call.intent;
  const isApplied = hearAnswer(call.exchange).kind === 'balance';
  const after = isApplied ? applied(state, callback) : forkLedger(state, callback);
  const trace = {
    exchangeId: call.exchange.id,
    transactionId: call.exchange.subject.transactionId,
    account: accountKey(callback),
    balance: balanceOf(after.ledger, callback),
  };
  return withUnjudged({ ...after, trail: append(after.trail, trace) }, call, isApplied ? applies : unknown);
};

const applies = 'Applied, as the agent says; the agent was killed soon after, and must know it still.';
const unknown = 'The agent was killed: whether it has applied it is shown by later calls.';

const applied = (state: Case, callback: Callback): Case => {
  const worlds = worldsOf(state).flatMap((world) =>
    outcomesIn(worldRules(state), world, callback).flatMap((each) =>
      each.answer.kind === 'balance' ? each.world : [],
    ),
  );
  // No right agent takes it: what its money comes to is shown by the balances behind it.
  return worlds.length === 0 ? state : followed(state, worlds, callback);
};
