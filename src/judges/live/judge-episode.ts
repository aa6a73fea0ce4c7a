import type { AccountState } from './account-state.ts';
import { judgeBalance } from './judge-balance.ts';
import { judgeGroup } from './judge-group.ts';
import { judgeRefusedCall } from './judge-refused-call.ts';
import type { Judged } from './judged.ts';
import { giveUp, stillFloating } from './judged.ts';
import type { LiveRules } from './memory.ts';
import { isUnknowable, remember, settleTransactions } from './memory.ts';
import type { Reading, Word } from './reading.ts';
import { lintLive, tell, withPoint } from './tell.ts';
import { floatedWorlds, unheardWorlds } from './unheard-worlds.ts';
import { balanceIn } from './world.ts';

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
  const settled = stillFloating(rules, settleTransactions(rules, judged));
  const ordered = readings.toSorted((one, other) => one.ended - other.ended);
  return { state: ordered.reduce(withPoint, settled), judgements };
};

const judgeAlone = (rules: LiveRules, state: AccountState, reading: Reading): Judged => {
  const { word } = reading;
  switch (word.kind) {
    case 'balance':
      return judgeBalance(rules, state, { ...reading, word });
    case 'refusal':
      return judgeRefusedCall(rules, state, { ...reading, word });
    case 'unheard':
    case 'not-arrived':
      return judgeUnheard(rules, state, { ...reading, word });
  }
};

type UnheardReading = Reading & {
  readonly word: Extract<Word, { readonly kind: 'unheard' | 'not-arrived' }>;
};

/** A quiet call whose answer says nothing of the money: what comes later tells whether it was handled. */
const judgeUnheard = (rules: LiveRules, state: AccountState, reading: UnheardReading): Judged => {
  const { word, callback, call } = reading;
  const isOpen = word.kind === 'unheard' && callback.type !== 'getBalance';
  const before = state.worlds[0];
  const judgement = tell(rules, reading, {
    verdict: 'unjudged',
    sentence: `${call.label}: ${word.reason}${isOpen ? openEnd : ''}`,
    findings: lintLive(rules, reading, 'balance'),
    before: before === undefined ? undefined : balanceIn(before),
  });
  return { state: isOpen ? inDoubt(rules, state, reading) : state, judgements: [judgement] };
};

const openEnd = ' Whether the agent has handled it, the next balance tells.';

/** More calls than this in the air, and nobody can tell anything. */
const mostFloating = 3;

/** The account after a call that may have been handled, or may be still. */
const inDoubt = (
  rules: LiveRules,
  state: AccountState,
  { callback, word }: Pick<Reading, 'callback' | 'word'>,
): AccountState => {
  if (state.worlds.length === 0 || isUnknowable(rules, state, callback)) {
    return giveUp(rules, state, [callback]);
  }
  const known = floatedWorlds(rules, state.worlds, state.floating);
  const worlds = known === undefined ? undefined : unheardWorlds(rules, known, callback);
  const mayFollow = word.kind === 'unheard' && word.mayFollow;
  const floating = mayFollow ? [...state.floating, callback] : state.floating;
  const next =
    worlds === undefined ? undefined : stillFloating(rules, { ...state, worlds, floating });
  return next === undefined || next.floating.length > mostFloating
    ? giveUp(rules, state, [callback])
    : next;
};
