import type { AgentAnswer } from '../answers/read-answer.ts';
import type { Callback, MakeBet, Rollback } from '../contract/callback.ts';
import type { FindingCode } from '../contract/finding.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { accountKey, balanceOf } from '../ledger/ledger.ts';
import type { Amount } from '../money/amount.ts';
import { amountOf, parseAmount, renderAmount, zero } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { Call } from './call.ts';
import type { Case } from './case.ts';
import { endedBy, withFindings, withShown } from './case.ts';
import { find } from './find.ts';
import { hearAnswer } from './hear-answer.ts';
import { judgeCall } from './judge-call.ts';
import { isSignatureRefusal } from './judge-refusal.ts';
import { judgeSilence } from './judge-silence.ts';
import { lintAnswer } from './lint-answer.ts';
import { serialOutcomes } from './serial-outcomes.ts';
import { showsBalance } from './shows-balance.ts';

/** Calls that were under way at the same time, and the quiet getBalance of each account after them. */
export interface Together {
  readonly calls: readonly Call[];
  readonly reads: readonly Call[];
}

interface Heard {
  readonly call: Call;
  readonly callback: Callback;
  readonly answer: AgentAnswer;
}

/**
 * Judges simultaneous calls by the money: the balances read afterwards must be those of some
 * serial order in which every call is accepted or refused as it was.
 */
export const judgeTogether = (state: Case, { calls, reads }: Together): Case => {
  const heard = calls.flatMap(hear);
  const silent = heard.find(({ answer }) => answer.kind === 'none');
  if (silent?.answer.kind === 'none') {
    return judgeSilence(state, { call: silent.call, situation: 'together', answer: silent.answer });
  }
  const linted = heard.reduce(lintOne, withShown(state, 'together'));
  if (linted.ending !== undefined) return linted;
  return judgeMoney(traced(linted, calls), heard, reads.flatMap(hear));
};

const hear = (call: Call): Heard[] =>
  'callback' in call.intent
    ? [{ call, callback: call.intent.callback, answer: hearAnswer(call.exchange) }]
    : [];

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

const judgeMoney = (state: Case, heard: readonly Heard[], reads: readonly Heard[]): Case => {
  const unread = reads.find(({ answer }) => answer.kind !== 'balance');
  if (unread !== undefined) return judgeCall(state, unread.call);
  const outcomes = serialOutcomes({
    ledger: state.ledger,
    calls: heard.map(({ callback, answer }) => ({ callback, accepted: answer.kind === 'balance' })),
    policy: state.rules.quirks,
  });
  if (outcomes.kind === 'too-many') {
    return { ...state, ending: { kind: 'inconclusive', reason: outcomes.reason } };
  }
  const taken = outcomes.ledgers.find((ledger) => reads.every((read) => agrees(ledger, read)));
  if (taken !== undefined) return { ...state, ledger: taken };
  const breach = { state, heard, reads };
  return outcomes.ledgers.length === 0
    ? judgeImpossible(breach)
    : judgeFinalBalance(breach, outcomes.ledgers);
};

const agrees = (ledger: Ledger, { callback, answer }: Heard): boolean => {
  const expected = balanceOf(ledger, callback);
  if (answer.kind !== 'balance' || expected === undefined) return false;
  return showsBalance(answer.balance, expected, callback.currency);
};

interface Breach {
  readonly state: Case;
  readonly heard: readonly Heard[];
  readonly reads: readonly Heard[];
}

/** No order accepts and refuses the calls as the agent did. */
const judgeImpossible = ({ state, heard, reads }: Breach): Case => {
  const accepted = heard.filter(({ answer }) => answer.kind === 'balance');
  const refused = heard.find(({ answer }) => answer.kind === 'error');
  const [first] = accepted;
  const call = (refused ?? first)?.call ?? reads[0]?.call;
  if (call === undefined) return state;
  const code = impossibleCode(refused, isOverspent(state, accepted));
  const message = `Of ${heard.length} calls at once ${accepted.length} were accepted and ${heard.length - accepted.length} refused; no order of them allows that. ${balancesAfter(reads)}`;
  const before = heard.map((each) => each.call.exchange.id).filter((id) => id !== call.exchange.id);
  return endedBy(state, find(state, { code, situation: 'together', call, message, before }));
};

const impossibleCode = (refused: Heard | undefined, overspent: boolean): FindingCode => {
  if (refused?.answer.kind === 'error' && isSignatureRefusal(refused.answer)) {
    return 'refused-good-signature';
  }
  if (overspent) return 'overspent';
  return refused?.callback.type === 'makeBet' ? 'refused-valid' : 'no-serial-order';
};

/** Whether the accepted bets, each transaction counted once, are more than the accounts had and won. */
const isOverspent = ({ ledger }: Case, accepted: readonly Heard[]): boolean => {
  const left = new Map(ledger.balances);
  const seen = new Set(ledger.transactions.keys());
  for (const { callback } of accepted) {
    if (callback.type !== 'makeBet') return false;
    if (seen.has(callback.transactionId)) continue;
    seen.add(callback.transactionId);
    const key = accountKey(callback);
    const [bet, win] = [amountOf(callback.bet), amountOf(callback.win)];
    // A win does not help to cover its own bet (section 6).
    const change = bet.gt(left.get(key) ?? zero) ? bet.times(-1) : win.minus(bet);
    left.set(key, (left.get(key) ?? zero).plus(change));
  }
  return [...left].some(([key, balance]) => balance.lt(0) && !balanceIs(ledger, key, balance));
};

const balanceIs = ({ balances }: Ledger, key: string, balance: Amount): boolean =>
  balances.get(key)?.eq(balance) === true;

const balancesAfter = (reads: readonly Heard[]): string =>
  reads
    .map(({ callback, answer }) =>
      answer.kind === 'balance'
        ? `Afterwards ${callback.playerId} has ${answer.balance} ${callback.currency}.`
        : '',
    )
    .join(' ');

/** The calls were answered rightly, but the money is not what any order leaves. */
const judgeFinalBalance = ({ state, heard, reads }: Breach, ledgers: readonly Ledger[]): Case => {
  const [ledger] = ledgers;
  const read = reads.find((each) => ledger !== undefined && !agrees(ledger, each)) ?? reads[0];
  if (read === undefined || ledger === undefined) return state;
  const { callback, answer, call } = read;
  const actual = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
  const expected = balanceOf(ledger, callback);
  if (actual === undefined || expected === undefined) return state;
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const possible = [
    ...new Set(ledgers.map((each) => shown(balanceOf(each, callback) ?? expected))),
  ];
  return endedBy(
    state,
    find(state, {
      code: finalCode({ ledger: state.ledger, heard, expected, actual }),
      situation: 'together',
      call,
      message: `After ${heard.length} calls at once the balance is ${shown(actual)}, it must be ${possible.join(' or ')}.`,
      expected: possible.join(' or '),
      actual: shown(actual),
      likelyCause: causeOf({ ledger: state.ledger, heard, expected, actual }),
      before: heard.map((each) => each.call.exchange.id),
    }),
  );
};

interface Difference {
  /** The wallet before the calls. */
  readonly ledger: Ledger;
  readonly heard: readonly Heard[];
  readonly expected: Amount;
  readonly actual: Amount;
}

const finalCode = (difference: Difference): FindingCode => {
  if (difference.actual.lt(0)) return 'overspent';
  if (repeats(difference) !== undefined) {
    return difference.heard.some(({ callback }) => callback.type === 'rollback')
      ? 'rollback-applied-again'
      : 'double-application';
  }
  return difference.actual.gt(difference.expected) ? 'lost-update' : 'no-serial-order';
};

/** The transaction sent more than once whose effect divides the difference, and how often it was applied. */
const repeats = (difference: Difference): { id: string; times: string } | undefined => {
  for (const { callback } of difference.heard) {
    const times = callback.type === 'getBalance' ? undefined : timesApplied(callback, difference);
    if (callback.type !== 'getBalance' && times !== undefined) {
      return { id: callback.transactionId, times: renderAmount(times) };
    }
  }
  return undefined;
};

const timesApplied = (callback: MakeBet | Rollback, difference: Difference): Amount | undefined => {
  const { heard, expected, actual, ledger } = difference;
  const copies = heard.filter(
    (each) =>
      each.callback.type === callback.type &&
      each.call.exchange.subject.transactionId === callback.transactionId,
  );
  const effect = effectOf(callback, ledger);
  if (copies.length < 2 || effect.eq(0)) return undefined;
  const further = actual.minus(expected).div(effect);
  const isWhole = further.eq(further.round(0));
  return isWhole && further.gt(0) && further.lt(copies.length) ? further.plus(1) : undefined;
};

/** What one application moves. */
const effectOf = (callback: MakeBet | Rollback, ledger: Ledger): Amount => {
  if (callback.type === 'makeBet') return amountOf(callback.win).minus(amountOf(callback.bet));
  const known = ledger.transactions.get(callback.transactionId);
  return known === undefined ? zero : known.bet.minus(known.win);
};

const causeOf = (difference: Difference): string => {
  const repeated = repeats(difference);
  if (repeated !== undefined) return `${repeated.id} was applied ${repeated.times} times.`;
  return difference.actual.gt(difference.expected)
    ? 'One call overwrote what another had written: the balance was read, computed and written back.'
    : 'The calls were not handled one after another.';
};
