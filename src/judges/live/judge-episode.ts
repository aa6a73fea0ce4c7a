import type { AccountState } from './account-state.ts';
import { judgeBalance } from './judge-balance.ts';
import { judgeGroup } from './judge-group.ts';
import { judgeRefusedCall } from './judge-refused-call.ts';
import { judgeUnheard } from './judge-unheard.ts';
import type { Judged } from './judged.ts';
import { stillFloating } from './judged.ts';
import type { LiveRules } from './live-rules.ts';
import { remember, settleTransactions } from './memory.ts';
import type { Reading } from './reading.ts';
import { withPoint } from './tell.ts';

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
