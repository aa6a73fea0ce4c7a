import { balanceIn } from '../../ledger/ledger.ts';
import { distinctWorlds, unheardWorlds } from '../../ledger/worlds/possible-worlds.ts';
import type { Callback } from '../../spec/callback.ts';
import type { AccountState } from './account-state.ts';
import { judgeBalance } from './judge-balance.ts';
import { isOwnFailure, refusedValid } from './judge-failed-call.ts';
import { judgeGroup } from './judge-group.ts';
import { judgeRefusedCall } from './judge-refused-call.ts';
import { giveUp, type Judged, mostWorlds, stillFloating, worldsNow } from './judged.ts';
import { isUnknowable, type LiveRules, remember, settleTransactions } from './memory.ts';
import { asRefused, type Reading } from './reading.ts';
import { lintLive, tell, withPoint } from './tell.ts';

/** Judges the calls of an account from one quiet moment to the next: one call, or several at once. */
export const judgeEpisode = (
  rules: LiveRules,
  state: AccountState,
  readings: readonly [Reading, ...Reading[]],
): Judged => {
  const [only, ...others] = readings;
  const { state: judged, judgements } =
    others.length === 0 ? judgeAlone(rules, state, only) : judgeGroup(rules, state, readings);
  for (const reading of readings) remember(rules, judged, reading);
  const failed = judged.failed === state.failed ? stillFailed(judged, readings) : judged.failed;
  const settled = stillFloating(rules, settleTransactions(rules, { ...judged, failed }));
  const ordered = readings.toSorted((one, other) => one.ended - other.ended);
  const after = ordered.reduce((known, each) => withPoint(rules, known, each), settled);
  return { state: after, judgements };
};

/** A call that the agent failed at, until its transaction is named again: that may have applied it. */
const stillFailed = (
  { failed }: Pick<AccountState, 'failed'>,
  readings: readonly Reading[],
): AccountState['failed'] => {
  const id = failed && transactionIdOf(failed.reading.callback);
  return readings.some(({ callback }) => transactionIdOf(callback) === id) ? undefined : failed;
};

const transactionIdOf = (callback: Callback): string | undefined =>
  callback.type === 'getBalance' ? undefined : callback.transactionId;

const judgeAlone = (rules: LiveRules, state: AccountState, reading: Reading): Judged => {
  const { said } = reading;
  if (said.kind === 'balance') return judgeBalance(rules, state, { ...reading, said });
  const refused = asRefused(reading);
  return refused === undefined ? judgeUnheard(rules, state, reading) : judgeRefusedCall(rules, state, refused);
};

/** A quiet call whose answer says nothing of the money: what comes later tells whether it was handled. */
const judgeUnheard = (rules: LiveRules, state: AccountState, reading: Reading): Judged => {
  const { said, callback, label } = reading;
  const isOpen = said.kind === 'unheard' && callback.type !== 'getBalance';
  const reason = 'reason' in said ? said.reason : '';
  const before = state.worlds[0];
  const judgement = tell(rules, reading, {
    verdict: 'unjudged',
    sentence: `${label}: ${reason}${isOpen ? openEnd : ''}`,
    findings: lintLive(rules, reading, 'balance'),
    before: before === undefined ? undefined : balanceIn(before),
  });
  return { state: isOpen ? inDoubt(rules, state, reading) : state, judgements: [judgement] };
};

const openEnd = ' Whether the agent has handled it, the next balance tells.';

/** More calls than this in the air, and nobody can tell anything. */
const mostFloating = 3;

/** The account after a call that may have been handled, or may be still. */
const inDoubt = (rules: LiveRules, state: AccountState, reading: Reading): AccountState => {
  const { callback, said } = reading;
  if (state.worlds.length === 0 || isUnknowable(rules, state, callback)) {
    return giveUp(rules, state, [callback]);
  }
  const known = worldsNow(rules, state) ?? [];
  const worlds = distinctWorlds(unheardWorlds(rules, known, callback));
  const mayFollow = said.kind === 'unheard' && said.mayFollow;
  const floating = mayFollow ? [...state.floating, callback] : state.floating;
  const failed = isOwnFailure(reading) ? refusedValid(rules, known, reading) : undefined;
  const next = stillFloating(rules, { ...state, worlds, floating, failed });
  const isTooMuch = worlds.length > mostWorlds || next.floating.length > mostFloating;
  return known.length === 0 || isTooMuch ? giveUp(rules, state, [callback]) : next;
};
