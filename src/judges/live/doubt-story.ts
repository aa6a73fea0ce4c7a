import { balanceIn, type Transaction } from '../../ledger/ledger.ts';
import {
  appliedSeveralTimes,
  movedOnRefusal,
  overwritten,
  overwrittenOften,
  type StoryAtOnce,
} from '../../ledger/stories/stories-at-once.ts';
import { transactionIn } from '../../ledger/worlds/outcomes.ts';
import type { AccountState } from './account-state.ts';
import type { LiveStory, Off } from './judge-elsewhere.ts';
import type { LiveRules } from './memory.ts';
import type { Reading } from './reading.ts';

/** What the calls before this one may have done, where they left a doubt. */
export const doubtStory = (
  rules: LiveRules,
  { doubt, movesElsewhere }: AccountState,
  { misses }: Off,
): LiveStory | undefined => {
  const [{ outcome, change }] = misses;
  // Where the worlds do not agree on the money, chance explains too much.
  const agree = misses.every((miss) => balanceIn(miss.outcome.world).eq(balanceIn(outcome.world)));
  if (doubt === undefined || !agree) return undefined;
  if (doubt.kind === 'refused') {
    const story = movedOnRefusal(doubt.label, doubt, change);
    return story && { ...story, situation: 'probe', evidence: [doubt.exchangeId] };
  }
  const known = (id: string): Transaction | undefined => transactionIn(rules, outcome.before, id);
  const { readings } = doubt;
  const story =
    appliedSeveralTimes({ calls: readings.filter(mayBeApplied), known, change }) ??
    overwritten({ calls: readings, known, change }) ??
    // Where nobody else was ever seen to use the account.
    (movesElsewhere.length === 0 && areNamedOnce(rules, readings)
      ? overwrittenOften({ calls: readings, change })
      : undefined);
  return story && { ...story, situation: 'together', evidence: idsOf(story) };
};

/** Whether no transaction of the calls was named before them, or twice among them. */
const areNamedOnce = ({ records }: LiveRules, readings: readonly Reading[]): boolean =>
  readings.every(
    ({ callback }) => callback.type === 'getBalance' || records.get(callback.transactionId)?.exchanges.length === 1,
  );

/** Calls that the agent may have applied, by what it said. */
export const mayBeApplied = ({ said }: Reading): boolean => said.kind === 'balance' || said.kind === 'unheard';

export const idsOf = ({ calls }: StoryAtOnce): string[] => calls.map(({ exchangeId }) => exchangeId);
