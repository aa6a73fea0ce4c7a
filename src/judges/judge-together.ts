import type { Finding } from '../formats/judgement.ts';
import { append, newestFirst } from '../ledger/chain.ts';
import { showsBalance } from '../ledger/heard-call.ts';
import type { Ledger, Transaction } from '../ledger/ledger.ts';
import { accountKey, balanceOf } from '../ledger/ledger.ts';
import { step } from '../ledger/step.ts';
import type { LikelyCause } from '../ledger/stories/stories-at-once.ts';
import { explainAtOnce, explainBurst } from '../ledger/stories/stories-at-once.ts';
import type { Burst } from '../ledger/worlds/burst.ts';
import { answersOf, groupBursts, hasOverlap } from '../ledger/worlds/burst.ts';
import type { Anomaly } from '../ledger/worlds/find-anomaly.ts';
import { findAnomaly } from '../ledger/worlds/find-anomaly.ts';
import { leftInAnyOrder, searchOrders } from '../ledger/worlds/search-orders.ts';
import type { Amount } from '../money/amount.ts';
import { amountOf, parseAmount, zero } from '../money/amount.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import type { FindingCode } from '../spec/finding.ts';
import { concurrency } from '../spec/requirements/concurrency.ts';
import type { Call } from './call.ts';
import type { Case } from './case.ts';
import { endedBy, withFindings, withShown } from './case.ts';
import { find } from './find.ts';
import type { Heard } from './hear.ts';
import { hear } from './hear.ts';
import { judgeCall } from './judge-call.ts';
import { isSignatureRefusal } from './judge-refusal.ts';
import { judgeSilence } from './judge-silence.ts';
import { lintAnswer } from './lint-answer.ts';
import { worldRules } from './possible-worlds.ts';

/** Calls that were under way at the same time, and the quiet getBalance of each account after them. */
interface Together {
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
  return bursts
    .filter(isAccepted)
    .reduce((before, burst) => judgeAnswers(before, burst, heard), judged);
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

const traced = (state: Case, calls: readonly Call[]): Case => {
  const traces = calls.map(({ exchange }) => ({
    exchangeId: exchange.id,
    transactionId: exchange.subject.transactionId,
  }));
  return { ...state, trail: append(state.trail, ...traces) };
};

interface TogetherAnswers {
  readonly heard: readonly Heard[];
  readonly reads: readonly Heard[];
  readonly bursts: readonly Burst[];
}

const judgeMoney = (state: Case, { heard, reads, bursts }: TogetherAnswers): Case => {
  const unread = reads.find(({ answer }) => answer.kind !== 'balance');
  if (unread !== undefined) return judgeCall(state, unread.call);
  const ledgers = ledgersAfter(state, heard, bursts);
  if (ledgers === undefined) {
    const reason = `The ${heard.length} simultaneous calls have more than ${mostStates} orders to look through.`;
    return { ...state, ending: { kind: 'inconclusive', reason } };
  }
  const taken = ledgers.find((ledger) => reads.every((read) => agrees(ledger, read)));
  if (taken !== undefined) return { ...state, ledger: taken, others: [], doubtful: [] };
  return ledgers.length === 0
    ? judgeImpossible(state, heard, reads)
    : judgeFinalBalance({ state, heard, reads, bursts, ledgers });
};

/** The search gives up beyond so many states; it then says so, and judges nothing. */
const mostStates = 20_000;

/** A burst leaves the same wallet in every order; anything else is searched through. */
const ledgersAfter = (
  state: Case,
  heard: readonly Heard[],
  bursts: readonly Burst[],
): readonly Ledger[] | undefined => {
  if (bursts.length === 0) return searched(state, heard);
  const after = (ledger: Ledger, { callback }: Heard): Ledger =>
    step(ledger, callback, state.rules.quirks).branches[0]?.ledger ?? ledger;
  return bursts.every(isAccepted) ? [heard.reduce(after, state.ledger)] : [];
};

/** What may come of any wallet that is possible by now; undefined where there are too many orders. */
const searched = (state: Case, heard: readonly Heard[]): readonly Ledger[] | undefined => {
  const rules = worldRules(state);
  // The judge of a run takes any order: clocks are not asked.
  const calls = heard.map((each) => ({ ...each, begun: 0, ended: Number.POSITIVE_INFINITY }));
  const ledgers: Ledger[] = [];
  for (const world of [state.ledger, ...state.others]) {
    const question = { worlds: [world], calls, demand: 'acceptance', mostStates } as const;
    const left = leftInAnyOrder(rules, world, calls) ?? searchOrders(rules, question)?.worlds;
    if (left === undefined) return undefined;
    ledgers.push(...left);
  }
  return ledgers;
};

const isAccepted = ({ heard }: Burst): boolean =>
  heard.every(({ said }) => said.kind === 'balance');

/** Simultaneous calls of which no order accepts and refuses them as the agent did. */
const judgeImpossible = (state: Case, heard: readonly Heard[], reads: readonly Heard[]): Case => {
  const accepted = heard.filter(({ answer }) => answer.kind === 'balance');
  const refused = heard.find(({ answer }) => answer.kind === 'error');
  const [first] = accepted;
  const call = (refused ?? first)?.call ?? reads[0]?.call;
  if (call === undefined) return state;
  const code = codeOf(refused, isOverspent(state, accepted));
  const message = `Of ${heard.length} calls at once ${accepted.length} were accepted and ${heard.length - accepted.length} refused; no order of them allows that. ${balancesAfter(reads)}`;
  const before = heard.map((each) => each.call.exchange.id).filter((id) => id !== call.exchange.id);
  return endedBy(state, find(state, { code, situation: 'together', call, message, before }));
};

const codeOf = (refused: Heard | undefined, overspent: boolean): FindingCode => {
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

interface WrongMoney {
  readonly state: Case;
  readonly heard: readonly Heard[];
  /** The quiet getBalance of each account afterwards. */
  readonly reads: readonly Heard[];
  /** The calls as bursts, where they are. */
  readonly bursts: readonly Burst[];
  /** What the calls may leave; not none. */
  readonly ledgers: readonly Ledger[];
}

/** Simultaneous calls that were answered rightly, but whose money is not what any order leaves. */
const judgeFinalBalance = (wrong: WrongMoney): Case => {
  const { state, heard, reads, ledgers } = wrong;
  const [ledger] = ledgers;
  const read = reads.find((each) => ledger !== undefined && !agrees(ledger, each)) ?? reads[0];
  if (read === undefined || ledger === undefined) return state;
  const { callback, answer, call } = read;
  const actual = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
  const expected = balanceOf(ledger, callback);
  if (actual === undefined || expected === undefined) return state;
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const { code, cause } = explain(wrong, { read, expected, actual });
  const possible = [
    ...new Set(ledgers.map((each) => shown(balanceOf(each, callback) ?? expected))),
  ];
  return endedBy(
    state,
    find(state, {
      code,
      likelyCause: cause,
      situation: 'together',
      call,
      message: `After ${heard.length} calls at once the balance is ${shown(actual)}, it must be ${possible.join(' or ')}.`,
      expected: possible.join(' or '),
      actual: shown(actual),
      before: heard.map((each) => each.call.exchange.id),
    }),
  );
};

/** Whether the getBalance shows what the account has in that wallet. */
const agrees = (ledger: Ledger, { callback, answer }: Heard): boolean => {
  const expected = balanceOf(ledger, callback);
  if (answer.kind !== 'balance' || expected === undefined) return false;
  return showsBalance(answer.balance, expected, callback.currency);
};

interface Shown {
  readonly read: Heard;
  readonly expected: Amount;
  readonly actual: Amount;
}

const explain = (
  { state, heard, bursts }: WrongMoney,
  { read, expected, actual }: Shown,
): LikelyCause => {
  const key = accountKey(read.callback);
  const burst = bursts.find((each) =>
    each.heard.some(({ callback }) => accountKey(callback) === key),
  );
  if (burst !== undefined) return explainBurst(burst, actual);
  const known = (id: string): Transaction | undefined => state.ledger.transactions.get(id);
  return explainAtOnce({ calls: heard, known, expected, actual });
};

/**
 * Judges the answers of a burst by what their balances contain (section 6: each answer is the new
 * balance). The money is judged apart, so that this neither excuses nor repeats a wrong balance.
 * What one scenario has shown before is not told again.
 */
const judgeAnswers = (state: Case, burst: Burst, heard: readonly Heard[]): Case => {
  const anomaly = findAnomaly(burst, answersOf(burst));
  if (anomaly === undefined || wasTold(state, anomaly)) return state;
  const exchanges = anomaly.shownBy.map((each) => each.heard.exchangeId);
  const last = heard.find(({ exchangeId }) => exchangeId === exchanges.at(-1));
  return last === undefined ? state : withFindings(state, tell(state, anomaly, last.call));
};

/** Whatever the scenario is about: answers that no order explains break this requirement. */
const serialAnswers = concurrency.filter(({ id }) => id === 'CON-04');

const wasTold = ({ found }: Case, { code }: Anomaly): boolean => {
  for (const each of newestFirst(found)) {
    if (each.code === code && serialAnswers.some(({ id }) => id === each.requirement)) return true;
  }
  return false;
};

const tell = (state: Case, { code, shownBy, message }: Anomaly, call: Call): Finding[] => {
  const before = shownBy.slice(0, -1).map(({ heard }) => heard.exchangeId);
  const rules = { ...state.rules, requirements: serialAnswers };
  return find({ ...state, rules }, { code, situation: 'together', call, message, before });
};
