import { type MakeBet, transactionIdOf } from '../spec/callback.ts';
import type { ResendMode } from '../spec/fault.ts';
import type { CallLink } from './link-calls.ts';
import type { RecordingPlan } from './plan.ts';
import { amountsOf, isBadlySigned, type RecordedCall } from './recorded-call.ts';

/**
 * The requirements that a finding of this recording should be charged to. A duplicate, a bad
 * signature and calls at once are seen in several ways: where a recording has one of them only, it
 * names that one's requirement; else, as for all other situations, none: each has its basic one.
 */
export const chooseRequirements = (plan: RecordingPlan): readonly string[] =>
  [shownByRepeats(plan), shownBySignatures(plan), shownAtOnce(plan)].flatMap((shown) => {
    const [first, second] = [...new Set(shown)];
    return first === undefined || second !== undefined ? [] : [first];
  });

const shownByRepeats = (plan: RecordingPlan): string[] =>
  [...plan.flow.repeats].flatMap((position) => {
    const { callback } = plan.calls[position] ?? {};
    return callback?.type === 'makeBet' ? [shownByRepeat(plan, position, callback)] : [];
  });

const shownByRepeat = (
  { calls, links }: RecordingPlan,
  position: number,
  { transactionId, sessionId, bet, win }: MakeBet,
): string => {
  const past = calls.slice(0, position);
  const own = past.filter(({ callback }) => transactionIdOf(callback) === transactionId);
  if (own.at(-1)?.lost !== undefined) return 'IDEM-12';
  if (own.some(({ callback }) => callback?.sessionId !== sessionId)) return 'IDEM-05';
  const as = howAgain(links[position]);
  if (as === 'stale') return isLongAgo(past, own.at(-1)) ? 'IDEM-07' : 'IDEM-03';
  const amounts = amountsOf({ bet, win });
  const isPlain = as === 'exact' || as === 'resigned';
  return isPlain && amounts.bet.eq(0) && amounts.win.gt(0) ? 'IDEM-10' : shownBy[as];
};

const shownBy = {
  exact: 'IDEM-01',
  resigned: 'IDEM-02',
  conflict: 'IDEM-04',
  changed: 'IDEM-14',
} as const;

const howAgain = (link: CallLink | undefined): ResendMode | 'changed' => {
  if (link?.kind !== 'again') return 'resigned';
  return link.changed === undefined ? link.as : 'changed';
};

/** Many calls ago. */
const isLongAgo = (past: readonly RecordedCall[], last: RecordedCall | undefined): boolean =>
  last !== undefined && past.length - past.lastIndexOf(last) > 20;

const shownBySignatures = ({ calls, links, flow }: RecordingPlan): string[] =>
  calls.flatMap((call, position) => {
    if (call.callback === undefined || !isBadlySigned(call)) return [];
    const of = links[position]?.of ?? -1;
    const known = calls[of];
    const isKnown = known !== undefined && !isBadlySigned(known) && !flow.bets.has(of);
    return [isKnown ? 'SIG-15' : shownBySignature(call.signature)];
  });

const shownBySignature = (signature: RecordedCall['signature']): string => {
  switch (signature) {
    case 'none':
      return 'SIG-02';
    case 'other-agent':
      return 'SIG-08';
    case 'empty':
    case 'truncated':
    case 'suffixed':
    case 'other-body':
      return 'SIG-09';
    default:
      return 'SIG-03';
  }
};

/** Duplicates at once, and rollbacks of one transaction at once. */
const shownAtOnce = ({ groups, calls }: RecordingPlan): string[] =>
  groups
    .filter((group) => group.length > 1)
    .flatMap((group) => {
      const keys = group.flatMap((position) => {
        const { callback } = calls[position] ?? {};
        const transaction = transactionIdOf(callback);
        return transaction === undefined ? [] : [JSON.stringify([callback?.type, transaction])];
      });
      return keys
        .filter((key, index) => keys.indexOf(key) < index)
        .map((key) => (key.startsWith('["makeBet"') ? 'IDEM-06' : 'RB-06'));
    });
