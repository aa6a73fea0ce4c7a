import { type Amount, amountOf, isFinerThanScale, parseAmount, renderAtScale, zero } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import { accountKey } from '../ledger/account.ts';
import { append, newestFirst } from '../ledger/chain.ts';
import { fits, type Said, showsBalance } from '../ledger/heard-call.ts';
import { balanceOf, type Ledger, type Transaction } from '../ledger/ledger.ts';
import { step } from '../ledger/step.ts';
import { explainAtOnce, explainBurst, type LikelyCause } from '../ledger/stories/stories-at-once.ts';
import { answersOf, type Burst, groupBursts, hasOverlap, isOneRelease } from '../ledger/worlds/burst.ts';
import { type Anomaly, findAnomaly } from '../ledger/worlds/find-anomaly.ts';
import { leftInAnyOrder, searchOrders } from '../ledger/worlds/search-orders.ts';
import { type Callback, transactionIdOf } from '../spec/callback.ts';
import { type FindingCode, findings } from '../spec/finding.ts';
import { concurrency } from '../spec/requirements/concurrency.ts';
import { describeError, isSignatureRefusal } from '../wire/read-answer.ts';
import { type Call, type Heard, hear, hearAnswer } from './call.ts';
import { type Case, endedBy, inWorlds, withFindings, withRefusal, withShown, worldRules } from './case.ts';
import { type Discovery, find } from './find.ts';
import { lintAnswer } from './form.ts';
import { judgeCall, withLate } from './one-call.ts';
import { judgeRefusable } from './refusable.ts';
import { failureCode, judgeSilence, refusalBy, refusedAndApplied, signatureCode } from './refusals.ts';
import { withWords } from './words.ts';

/** Calls that were under way at the same time, and the quiet getBalance of each account after them. */
export interface Together {
  readonly calls: readonly Call[];
  readonly reads: readonly Call[];
  /** What is raced here, as the scenario says it: `bets beside a getBalance`. */
  readonly title?: string | undefined;
}

/**
 * Judges simultaneous calls by the money: the balances read afterwards must be those of some
 * serial order in which every call is accepted or refused as it was. Where the amounts tell what
 * each balance contains, the answers are judged as well.
 */
export const judgeTogether = (state: Case, together: Together): Case => {
  const judged = withWords(state, judgeAtOnce(state, together), together);
  return withLate(state, judged, [...together.calls, ...together.reads]);
};

const judgeAtOnce = (state: Case, { calls, reads, title }: Together): Case => {
  // What must be refused and was taken moves money of its own: that is the cause, and no order of the calls.
  const taken = calls.find(mustBeRefused);
  if (taken !== undefined) return judgeRefusable(traced(state, calls), taken, hearAnswer(taken.exchange));
  const heard = calls.flatMap(hear).filter((each) => !isRefusedElsewhere(state, each));
  for (const { call, answer } of heard) {
    if (answer.kind === 'none') return judgeSilence(state, { call, situation: 'together', answer });
  }
  // Where a lost answer leaves the wallet unsure, no balance can be decoded.
  const bursts = state.others.length === 0 ? groupBursts(state.ledger, heard) : [];
  const linted = heard.reduce(lintOne, shows(state, bursts) ? withShown(state, 'together') : state);
  if (linted.ending !== undefined) return linted;
  const before = traced(linted, calls);
  const judged = judgeMoney(before, { heard, reads: reads.flatMap(hear), bursts, title });
  if (bursts.length === 0) return judgeOrder(before, judged, heard);
  // Wrong money and the answers that go with it are one cause.
  if (judged.ending !== undefined) return judged;
  return bursts
    .filter((burst) => isAccepted(before, burst))
    .reduce((found, burst) => judgeAnswers(found, burst, heard), judged);
};

/** A call that the scenario lets be refused, and for what the ledger does not know: what it is refused for is judged elsewhere. */
const isRefusedElsewhere = ({ ledger, rules }: Case, { call, callback, said, answer }: Heard): boolean =>
  call.expect.kind === 'any' &&
  answer.kind === 'error' &&
  !step(ledger, callback, rules.quirks).branches.some((branch) => fits(branch.answer, { callback, said }));

/** Whether the agent answered a balance to a call that every right agent refuses. */
const mustBeRefused = ({ intent, expect, exchange }: Call): boolean =>
  (intent.kind === 'badly-signed' || intent.kind === 'invalid') &&
  expect.kind !== 'any' &&
  hearAnswer(exchange).kind === 'balance';

/** Answers in some serial order are shown by calls that overlapped and tell what each answer contains. */
const shows = ({ rules }: Case, bursts: readonly Burst[]): boolean =>
  rules.requirements.every(({ id }) => id !== 'CON-04') || bursts.some(hasOverlap);

const lintOne = (state: Case, heard: Heard): Case => {
  const { call, callback, answer } = heard;
  const fineBalances = (): readonly Amount[] => fineBalancesOf(state, heard);
  const found = lintAnswer({ call, answer, currency: callback.currency, fineBalances }).flatMap((each) =>
    find(state, { ...each, situation: 'together', call }),
  );
  return answer.kind === 'odd' ? endedBy(state, found) : withFindings(state, found);
};

/** Digits beyond those of the currency that the account had before the calls, since a makeBet of ours was finer. */
const fineBalancesOf = ({ sentFine, ledger }: Case, { callback, answer }: Heard): Amount[] => {
  const before = balanceOf(ledger, callback);
  const balance = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
  if (sentFine !== true || before === undefined || balance === undefined) return [];
  return isFinerThanScale(balance.minus(before), callback.currency) ? [] : [balance];
};

const traced = (state: Case, calls: readonly Call[]): Case => {
  const traces = calls.map(({ exchange }) => ({
    exchangeId: exchange.id,
    transactionId: exchange.subject.transactionId,
    situation: 'together' as const,
  }));
  return { ...state, trail: append(state.trail, ...traces) };
};

/**
 * Judges the answers of a burst by what their balances contain (section 6: each answer is the new
 * balance). The money is judged apart, so that this neither excuses nor repeats a wrong balance.
 * What one scenario has shown before is not told again.
 */
const judgeAnswers = (state: Case, burst: Burst, heard: readonly Heard[]): Case => {
  const anomaly = findAnomaly(burst, answersOf(burst));
  if (anomaly === undefined || wasTold(state, anomaly) || isBesides(state, anomaly)) return state;
  const exchanges = anomaly.shownBy.map((each) => each.heard.exchangeId);
  const last = heard.find(({ exchangeId }) => exchangeId === exchanges.at(-1));
  if (last === undefined) return state;
  const other = strangerAmong(heard, last);
  const told = other === undefined ? anomaly : shownAnother(anomaly, other);
  const before = [...exchanges.slice(0, -1), ...(other === undefined ? [] : [other.exchangeId])];
  return withFindings(state, tell(state, told, { call: last.call, before }));
};

/** A call of another player that was answered with that balance, where it leads nowhere else. */
const strangerAmong = (heard: readonly Heard[], { said, callback }: Heard): Heard | undefined =>
  heard.find(
    (each) =>
      each.callback.playerId !== callback.playerId &&
      each.callback.currency === callback.currency &&
      each.said.kind === 'balance' &&
      said.kind === 'balance' &&
      each.said.actual.eq(said.actual),
  );

/** An agent that mixes requests up shows one player another's money. */
const shownAnother = ({ code, message }: ToldAnomaly, { label, callback }: Heard): ToldAnomaly =>
  code !== 'undecodable-balance'
    ? { code, message }
    : {
        code: 'another-players-balance',
        message: `${message} This is ${callback.playerId}'s balance.`,
        likelyCause: `this is the answer to the call beside it, ${label} of ${callback.playerId}`,
      };

/** More calls than that have too many orders. */
const mostCalls = 12;
const mostAnswerStates = 4000;

/**
 * Where the money is right and amounts do not tell what a balance contains: some order of the calls
 * must give every answer, what was answered before another call left first. An answer may show a
 * later balance than its own: that is read after the commit, and no proof.
 */
const judgeOrder = (before: Case, judged: Case, heard: readonly Heard[]): Case => {
  const accounts = new Set(heard.map(({ callback }) => accountKey(callback)));
  const isOpen = judged.ending === undefined && before.others.length === 0;
  if (!isOpen || heard.length > mostCalls || accounts.size !== 1) return judged;
  const calls = isOneRelease(heard) ? heard : heard.map(atAnyTime);
  const orders = searchOrders(worldRules(before), {
    worlds: [before.ledger],
    calls,
    demand: 'answers',
    wanted: 'one',
    mostStates: mostAnswerStates,
  });
  const [last] = heard.toReversed();
  if (orders === undefined || orders.worlds.length > 0 || last === undefined) return judged;
  const answers = heard.map(({ label, said }) => `${label}: ${shownAnswer(said)}`).join('; ');
  const message = `No order of the ${heard.length} calls at once gives all of their answers (${answers}).`;
  const exchanges = heard.slice(0, -1).map(({ exchangeId }) => exchangeId);
  const anomaly = { code: 'no-serial-order', message } as const;
  return wasTold(judged, anomaly)
    ? judged
    : withFindings(judged, tell(judged, anomaly, { call: last.call, before: exchanges }));
};

const shownAnswer = (said: Heard['said']): string => (said.kind === 'balance' ? said.text : 'refused');

/** Answers read after the commit are told where they are looked for: once a run, not in every race. */
const isBesides = ({ rules }: Case, { code }: Anomaly): boolean =>
  findings[code].weight !== 'breach' && rules.requirements.every(({ id }) => id !== 'CON-04');

/** Whatever the scenario is about: answers that no order explains break this requirement. */
const serialAnswers = concurrency.filter(({ id }) => id === 'CON-04');

const wasTold = ({ found }: Case, { code }: ToldAnomaly): boolean => {
  const isOwn = findings[code].breaks ?? 'CON-04';
  for (const each of newestFirst(found)) {
    if (each.code === code && each.requirement === isOwn) return true;
  }
  return false;
};

type ToldAnomaly = Pick<Anomaly, 'code' | 'message'> & Pick<Discovery, 'likelyCause'>;

const tell = (
  state: Case,
  told: ToldAnomaly,
  where: { readonly call: Call; readonly before: readonly string[] },
): Finding[] => {
  const rules = { ...state.rules, requirements: serialAnswers };
  return find({ ...state, rules }, { ...told, ...where, situation: 'together' });
};

interface TogetherAnswers {
  readonly heard: readonly Heard[];
  readonly reads: readonly Heard[];
  /** The calls as bursts, where they are. */
  readonly bursts: readonly Burst[];
  readonly title?: string | undefined;
}

/** Judges simultaneous calls by the balances that were read afterwards. */
const judgeMoney = (state: Case, answers: TogetherAnswers): Case => {
  const { heard, reads, bursts } = answers;
  const unread = reads.find(({ answer }) => answer.kind !== 'balance');
  if (unread !== undefined) return judgeCall(state, unread.call);
  const ledgers = ledgersAfter(state, heard, bursts);
  if (ledgers === undefined) {
    const reason = `The ${heard.length} simultaneous calls have more than ${mostStates} orders to look through.`;
    return { ...state, ending: { kind: 'inconclusive', reason } };
  }
  const taken = ledgers.filter((ledger) => reads.every((read) => agrees(ledger, read)));
  if (taken.length > 0)
    return inWorlds(
      state,
      taken,
      heard.map(({ callback }) => callback),
    );
  if (ledgers.length > 0) return judgeFinalBalance({ ...answers, state, ledgers });
  return judgeRefused(state, answers);
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
  const after = (ledger: Ledger, { callback }: Heard): Ledger => likeliest(state, ledger, callback);
  return bursts.every((burst) => isAccepted(state, burst)) ? [heard.reduce(after, state.ledger)] : [];
};

/** What may come of any wallet that is possible by now; undefined where there are too many orders. */
const searched = (state: Case, heard: readonly Heard[]): readonly Ledger[] | undefined => {
  const rules = worldRules(state);
  const calls = heard.map(atAnyTime);
  let ledgers: readonly Ledger[] = [];
  for (const world of [state.ledger, ...state.others]) {
    const question = { worlds: [world], calls, demand: 'acceptance', mostStates } as const;
    const left = leftInAnyOrder(rules, world, calls) ?? searchOrders(rules, question)?.worlds;
    if (left === undefined) return undefined;
    ledgers = ledgers.concat(left);
  }
  return ledgers;
};

/** Whether each call was answered with a balance or refused, as it must be in every order. */
const isAccepted = ({ ledger, rules }: Case, { heard }: Burst): boolean =>
  heard.every(({ callback, said }) =>
    step(ledger, callback, rules.quirks).branches.some(({ answer }) =>
      answer.kind === 'balance' ? said.kind === 'balance' : fits(answer, { callback, said }),
    ),
  );

/** The judge of a run takes any order, where the clocks tell none. */
const atAnyTime = (heard: Heard): Heard => ({
  ...heard,
  begun: 0,
  ended: Number.POSITIVE_INFINITY,
});

/** Calls of which no order accepts and refuses them as the agent did: the money comes first. */
const judgeRefused = (state: Case, answers: TogetherAnswers): Case => {
  const { heard, reads } = answers;
  const accepted = heard.filter(({ said }) => said.kind === 'balance');
  const refused = heard.find(({ said }) => said.kind !== 'balance');
  const call = (refused ?? accepted[0])?.call ?? reads[0]?.call;
  if (call === undefined) return state;
  const belowZero = heard.find((each) => isRefusedBelowZero(state, each));
  if (belowZero !== undefined) return judgeRefusedBelowZero(state, belowZero);
  const trace = traceOf(state, answers);
  const own = codeOf(refused, isOverspent(state, accepted) ? 'overspent' : trace);
  // What a rollback finds is open where its bet comes at the same time.
  const isOfOne = ({ callback }: Heard): boolean => transactionIdOf(callback) === transactionIdOf(refused?.callback);
  const isAlone = refused !== undefined && heard.every((each) => each === refused || !isOfOne(each));
  const code = isAlone ? failureCode(own, step(state.ledger, refused.callback, state.rules.quirks).situation) : own;
  const counted = `Of ${callsAtOnce(answers)} ${accepted.length} were accepted and ${heard.length - accepted.length} refused`;
  const said = refused?.answer.kind === 'error' ? ` with ${describeError(refused.answer)}` : '';
  const message = `${counted}${said}; no order of them allows that. ${traces[trace]}${balancesAfter(reads)}`;
  const before = heard.map((each) => each.call.exchange.id).filter((id) => id !== call.exchange.id);
  const found = find(state, { code, situation: 'together', call, message, before });
  if (code === 'refused-and-applied') return endedBy(state, crashed(found, refused));
  const ended = endedBy(state, found);
  if (refused?.answer.kind !== 'error' || trace !== 'none') return ended;
  const owners = found.map(({ requirement }) => requirement);
  const about = { kind: 'together', role: 'named', owners, exchange: call.exchange.id } as const;
  return withRefusal(ended, refusalBy(refused.answer, about));
};

/** What asks for no money is refused since the balance is below zero: a check that the agent makes on purpose, alone or at once. */
const isRefusedBelowZero = ({ ledger, rules }: Case, { callback, answer }: Heard): boolean =>
  answer.kind === 'error' && step(ledger, callback, rules.quirks).situation === 'win-below-zero';

const judgeRefusedBelowZero = (state: Case, { call, answer }: Heard): Case => {
  const said = answer.kind === 'error' ? describeError(answer) : '';
  const message = `${call.label}: refused with ${said} among calls at once, while the balance is below zero.`;
  return endedBy(state, find(state, { code: 'win-refused-below-zero', situation: 'win-below-zero', call, message }));
};

/** What fails after the commit is one and the same wherever it strikes. */
const crashed = (found: readonly Finding[], refused: Heard | undefined): readonly Finding[] => {
  const [first] = found;
  if (first === undefined || refused?.answer.kind !== 'error') return found;
  return [{ ...first, requirement: refusedAndApplied(refused.answer, refused.callback) }];
};

/** What the refused calls did to the money, as far as the balances afterwards tell. */
const traces = {
  none: 'What was refused moved no money. ',
  moved: 'What was refused moved money anyway. ',
  unknown: '',
} as const;

type RefusalTrace = keyof typeof traces;

const traceOf = (state: Case, { heard, reads }: TogetherAnswers): RefusalTrace => {
  const accepted = heard.filter(({ said }) => said.kind === 'balance');
  if (accepted.length === heard.length) return 'unknown';
  const explains = (left: readonly Ledger[] = []): boolean =>
    left.some((ledger) => reads.every((read) => agrees(ledger, read)));
  const bursts = state.others.length === 0 ? groupBursts(state.ledger, accepted) : [];
  if (explains(ledgersAfter(state, accepted, bursts))) return 'none';
  return explains(withRefused(state, heard)) ? 'moved' : 'unknown';
};

/** More refused calls than that may have been applied in too many ways: then all of them were, or none. */
const mostUnsure = 6;

/** What may be left where refused calls were applied all the same, or some of them. */
const withRefused = (state: Case, heard: readonly Heard[]): readonly Ledger[] | undefined => {
  if (heard.filter(({ said }) => said.kind !== 'balance').length > mostUnsure) {
    return [heard.reduce((ledger, { callback }) => likeliest(state, ledger, callback), state.ledger)];
  }
  const unsure = heard.map((each) => (each.said.kind === 'balance' ? each : { ...each, said: any }));
  return searched(state, unsure);
};

const likeliest = ({ rules }: Case, ledger: Ledger, callback: Callback): Ledger =>
  step(ledger, callback, rules.quirks).branches[0]?.ledger ?? ledger;

const any: Said = { kind: 'unheard', mayFollow: false, reason: 'refused' };

const codeOf = (refused: Heard | undefined, trace: RefusalTrace | 'overspent'): FindingCode => {
  if (refused?.answer.kind === 'error' && isSignatureRefusal(refused.answer)) {
    return signatureCode(refused.callback);
  }
  if (trace === 'overspent') return 'overspent';
  if (trace === 'moved') return 'refused-and-applied';
  if (refused?.answer.kind === 'error' && refused.answer.status >= 500) return 'server-error';
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
      answer.kind === 'balance' ? `Afterwards ${callback.playerId} has ${answer.balance} ${callback.currency}.` : '',
    )
    .join(' ');

interface WrongMoney extends TogetherAnswers {
  readonly state: Case;
  /** What the calls may leave; not none. */
  readonly ledgers: readonly Ledger[];
}

/** Simultaneous calls that were answered rightly, but whose money is not what any order leaves. */
const judgeFinalBalance = (wrong: WrongMoney): Case => {
  const { state, heard, reads, ledgers } = wrong;
  const [ledger] = ledgers;
  const read = reads.find((each) => ledger !== undefined && !agrees(ledger, each)) ?? reads[0];
  if (read === undefined || ledger === undefined) return state;
  const { callback, said, call } = read;
  const expected = balanceOf(ledger, callback);
  if (said.kind !== 'balance' || expected === undefined) return state;
  const actual = amountOf(said.text);
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const { code, cause } = explain(wrong, { read, expected, actual: said.actual });
  const possible = [...new Set(ledgers.map((each) => shown(balanceOf(each, callback) ?? expected)))];
  return endedBy(
    state,
    find(state, {
      code,
      likelyCause: cause,
      situation: 'together',
      // Unless amounts prove it, somebody else may have moved money: only the same race confirms it.
      call: code === 'not-conserved' ? { ...call, line: heard[0]?.call.line } : call,
      message: `After ${callsAtOnce(wrong)} the balance is ${shown(actual)}, it must be ${possible.join(' or ')}.`,
      expected: possible.join(' or '),
      actual: shown(actual),
      before: heard.map((each) => each.call.exchange.id),
    }),
  );
};

/** `9 calls at once (bets beside a getBalance)`. */
const callsAtOnce = ({ heard, title }: Pick<TogetherAnswers, 'heard' | 'title'>): string =>
  `${heard.length} calls at once${title === undefined ? '' : ` (${title})`}`;

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

/** What is raced with something that may write back: where all is lost, that has written last. */
const inRow = (told: LikelyCause, title: string | undefined): LikelyCause =>
  title === undefined || told.code !== 'not-applied'
    ? told
    : { code: 'lost-update', cause: `The balance lacks every bet: ${writtenBack}` };

const writtenBack = 'what was beside them wrote back the balance that it had read before';

const explain = ({ state, heard, bursts, title }: WrongMoney, { read, expected, actual }: Shown): LikelyCause => {
  const key = accountKey(read.callback);
  const burst = bursts.find((each) => each.heard.some(({ callback }) => accountKey(callback) === key));
  if (burst !== undefined) return inRow(explainBurst(burst, actual), title);
  const known = (id: string): Transaction | undefined => state.ledger.transactions.get(id);
  return explainAtOnce({ calls: heard, known, expected, actual });
};
