import type { Ledger } from '../ledger/ledger.ts';
import { step } from '../ledger/step.ts';
import type { Burst } from './burst/find-burst.ts';
import { groupBursts } from './burst/group-bursts.ts';
import { hasOverlap } from './burst/has-overlap.ts';
import { judgeAnswers } from './burst/judge-answers.ts';
import type { Call } from './call.ts';
import type { Case } from './case.ts';
import { endedBy, withFindings, withShown } from './case.ts';
import { find } from './find.ts';
import type { Heard } from './hear.ts';
import { hear } from './hear.ts';
import { judgeCall } from './judge-call.ts';
import { agrees, judgeFinalBalance } from './judge-final-balance.ts';
import { judgeImpossible } from './judge-impossible.ts';
import { judgeSilence } from './judge-silence.ts';
import { lintAnswer } from './lint-answer.ts';
import type { SerialOutcomes } from './serial-outcomes.ts';
import { serialOutcomes } from './serial-outcomes.ts';

/** Calls that were under way at the same time, and the quiet getBalance of each account after them. */
export interface Together {
  readonly calls: readonly Call[];
  readonly reads: readonly Call[];
}

/**
 * Judges simultaneous calls by the money: the balances read afterwards must be those of some
 * serial order in which every call is accepted or refused as it was. Where the amounts tell what
 * each balance contains, the answers are judged as well.
 */
export const judgeTogether = (state: Case, { calls, reads }: Together): Case => {
  const heard = calls.flatMap(hear);
  const silent = heard.find(({ answer }) => answer.kind === 'none');
  if (silent?.answer.kind === 'none') {
    return judgeSilence(state, { call: silent.call, situation: 'together', answer: silent.answer });
  }
  // Where a lost answer leaves the wallet unsure, no balance can be decoded.
  const bursts = state.others.length === 0 ? groupBursts(state.ledger, heard) : [];
  const linted = heard.reduce(lintOne, shows(state, bursts) ? withShown(state, 'together') : state);
  if (linted.ending !== undefined) return linted;
  const judged = judgeMoney(traced(linted, calls), { heard, reads: reads.flatMap(hear), bursts });
  return bursts.filter(isAccepted).reduce(judgeAnswers, judged);
};

/** Answers in some serial order are shown by calls that overlapped and tell what each answer contains. */
const shows = ({ rules }: Case, bursts: readonly Burst[]): boolean =>
  rules.requirements.every(({ id }) => id !== 'CON-04') || bursts.some(hasOverlap);

const lintOne = (state: Case, { call, callback, answer }: Heard): Case => {
  const found = lintAnswer({ call, answer, currency: callback.currency }).flatMap((each) =>
    find(state, { ...each, situation: 'together', call }),
  );
  const crashed = answer.kind === 'error' && answer.status >= 500;
  const message = `${call.label}: answered with HTTP ${crashed ? answer.status : ''}.`;
  const server = crashed
    ? find(state, { code: 'server-error', situation: 'together', call, message })
    : [];
  const all = [...found, ...server];
  return answer.kind === 'odd' || crashed ? endedBy(state, all) : withFindings(state, all);
};

const traced = (state: Case, calls: readonly Call[]): Case => ({
  ...state,
  trail: [
    ...state.trail,
    ...calls.map(({ exchange }) => ({
      exchangeId: exchange.id,
      transactionId: exchange.subject.transactionId,
    })),
  ],
});

interface Answered {
  readonly heard: readonly Heard[];
  readonly reads: readonly Heard[];
  readonly bursts: readonly Burst[];
}

const judgeMoney = (state: Case, { heard, reads, bursts }: Answered): Case => {
  const unread = reads.find(({ answer }) => answer.kind !== 'balance');
  if (unread !== undefined) return judgeCall(state, unread.call);
  const outcomes = outcomesOf(state, heard, bursts);
  if (outcomes.kind === 'too-many') {
    return { ...state, ending: { kind: 'inconclusive', reason: outcomes.reason } };
  }
  const taken = outcomes.ledgers.find((ledger) => reads.every((read) => agrees(ledger, read)));
  if (taken !== undefined) return { ...state, ledger: taken, others: [] };
  return outcomes.ledgers.length === 0
    ? judgeImpossible(state, heard, reads)
    : judgeFinalBalance({ state, heard, reads, bursts, ledgers: outcomes.ledgers });
};

/** A burst leaves the same wallet in every order; anything else is searched through. */
const outcomesOf = (
  state: Case,
  heard: readonly Heard[],
  bursts: readonly Burst[],
): SerialOutcomes => {
  if (bursts.length === 0) return searched(state, heard);
  const after = (ledger: Ledger, { callback }: Heard): Ledger =>
    step(ledger, callback, state.rules.quirks).branches[0]?.ledger ?? ledger;
  const ledgers = bursts.every(isAccepted) ? [heard.reduce(after, state.ledger)] : [];
  return { kind: 'known', ledgers };
};

/** What may come of any wallet that is possible by now. */
const searched = ({ ledger, others, rules }: Case, heard: readonly Heard[]): SerialOutcomes => {
  const calls = heard.map((each) => ({ callback: each.callback, accepted: isBalance(each) }));
  const ledgers: Ledger[] = [];
  for (const world of [ledger, ...others]) {
    const outcomes = serialOutcomes({ ledger: world, calls, policy: rules.quirks });
    if (outcomes.kind === 'too-many') return outcomes;
    ledgers.push(...outcomes.ledgers);
  }
  return { kind: 'known', ledgers };
};

const isAccepted = ({ heard }: Burst): boolean => heard.every(isBalance);

const isBalance = ({ answer }: Heard): boolean => answer.kind === 'balance';
