import { type Amount, amountOf, parseAmount, renderAtScale, zero } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import { accountKey, accountOf } from '../ledger/account.ts';
import { append, newestFirst, oldestFirst } from '../ledger/chain.ts';
import { fitting } from '../ledger/heard-call.ts';
import { balanceOf, setBalance, type Transaction } from '../ledger/ledger.ts';
import type { Prediction } from '../ledger/prediction.ts';
import { step } from '../ledger/step.ts';
import { type Diagnosis, diagnose, playerWith, signed, wrongBalance } from '../ledger/stories/difference.ts';
import { fittingIn, type Outcome } from '../ledger/worlds/worlds.ts';
import { type Callback, transactionIdOf } from '../spec/callback.ts';
import type { FindingCode } from '../spec/finding.ts';
import { likenesses, ofAlike } from '../spec/likeness.ts';
import type { Situation } from '../spec/situation.ts';
import type { AgentAnswer } from '../wire/read-answer.ts';
import { type AlikeTo, type Call, hearAnswer, lostOnPurpose, openingBalance, saidOf } from './call.ts';
import {
  appliedLate,
  asAnswered,
  asHeard,
  type Case,
  endedBy,
  followed,
  forkLedger,
  leftUnderWay,
  rolledBackForAnother,
  withFindings,
  withShown,
  withTaken,
  withUnderWay,
  worldRules,
  worldsOf,
} from './case.ts';
import { find } from './find.ts';
import { judgeHttpForm, lintAnswer, lintProgress } from './form.ts';
import { judgeRefusable, judgeRepeatedKeys } from './refusable.ts';
import { errorFindings, judgeRefusal, judgeSilence, type Predicted } from './refusals.ts';
import { callKind } from './refused-alike.ts';
import { withWord } from './words.ts';

/** Judges one call that was answered before the next was sent. */
export const judgeCall = (state: Case, call: Call): Case => {
  const answer = hearAnswer(call.exchange);
  const judged = judgeHttpForm(state, call, answer) ?? judgeIntent(state, call, answer);
  return withLate(state, withWord(state, leaveTrace(judged, call), call), [call]);
};

/** The case after calls, with each bet that was applied after its rollback, as the last of them shows. */
export const withLate = (before: Case, after: Case, calls: readonly Call[]): Case => {
  const call = calls.at(-1);
  const callbacks = calls.flatMap(({ intent }) => ('callback' in intent ? [intent.callback] : []));
  if (call === undefined) return after;
  const known = [
    ...appliedLate(before, after, callbacks).map((bet) => ({ bet, told: lateBet(call, bet) })),
    ...rolledBackForAnother(before, after, callbacks).map((bet) => ({ bet, told: foreignRollback(call, bet) })),
  ];
  return known.reduce((state, { bet, told }) => {
    const exchanges = exchangesOf(state, bet.id).filter((id) => id !== call.exchange.id);
    return withFindings(state, find(state, { ...told, call, before: exchanges }));
  }, after);
};

const foreignRollback = ({ label }: Pick<Call, 'label'>, { id, account }: Transaction) =>
  ({
    code: 'rolled-back-for-another',
    situation: 'foreign-rollback',
    message: `${label}: ${id} of ${account.playerId} was rolled back, for its owner, when another account asked for it.`,
  }) as const;

/** What is said of a bet that was applied after its rollback, as the answer to the call shows. */
export const lateBet = ({ label }: Pick<Call, 'label'>, { id, bet, win, account: { currency } }: Transaction) =>
  ({
    code: 'applied-after-rollback',
    situation: 'late-bet',
    message: `${label}: ${id} was applied after its rollback had been answered (${signed(win.minus(bet), currency)}). To the platform it is void, and no further rollback will come.`,
  }) as const;

const judgeIntent = (state: Case, call: Call, answer: AgentAnswer): Case => {
  const { intent, exchange } = call;
  switch (intent.kind) {
    case 'opening': {
      // Takes the balance of an account as it is found; what the run begins with.
      const { currency } = intent.callback;
      const balance = answer.kind === 'balance' ? openingBalance(answer.balance, currency) : undefined;
      const opened = { ...state, ledger: setBalance(state.ledger, intent.callback, balance ?? zero) };
      return judgePredicted(opened, call, intent.callback);
    }
    case 'valid':
    case 'probe': {
      const lost = lostOnPurpose(exchange.answer);
      if (lost === 'dropped') return forkLedger(state, intent.callback);
      if (lost === 'hung-up') return leftUnderWay(state, intent.callback);
      const isFunding = call.line === undefined && intent.callback.type === 'makeBet';
      if (!isFunding) return judgePredicted(state, call, intent.callback);
      // Money that the runner moves by itself is charged to none of the scenario's requirements.
      const { rules } = state;
      const judged = judgePredicted({ ...state, rules: { ...rules, requirements: [] } }, call, intent.callback);
      return { ...judged, rules };
    }
    case 'repeated-keys':
      return judgeRepeatedKeys(state, call, intent, answer);
    case 'oddly-signed':
    case 'badly-signed':
    case 'invalid':
    case 'malformed':
      return judgeRefusable(state, call, answer);
  }
};

/** A callback that a right agent answers as the ledger says. */
const judgePredicted = (before: Case, call: Call, callback: Callback): Case => {
  const known = withUnderWay(before);
  if (known.ending !== undefined) return known;
  const answer = hearAnswer(call.exchange);
  const said = saidOf(answer, callback.currency);
  const predicted = fittingIn(worldRules(known), worldsOf(known), { callback, said });
  // Another reason than the balance says nothing of the balance.
  const isForOther = known.others.length > 0 && answer.kind === 'error' && answer.error !== 'insufficient_balance';
  const isOpen = (call.expect.kind === 'any' && answer.kind === 'error') || isForOther;
  const fits = isOpen ? withEveryWorld(known, predicted) : predicted;
  const likeliest = isOpen && fits.length === 0 ? known : asAnswered(known, fits);
  const prediction = step(likeliest.ledger, callback, likeliest.rules.quirks);
  const state: Case = prediction.situation === 'fine-amount' ? { ...likeliest, sentFine: true } : likeliest;
  const situation: Situation = call.intent.kind === 'probe' ? 'probe' : prediction.situation;
  if (answer.kind === 'none') return judgeSilence(state, { call, situation, answer });
  const { currency } = callback;
  const fineBalances = (): readonly Amount[] => fineBalancesOf(state, prediction);
  const lint = lintAnswer({ call, answer, currency, fineBalances }).flatMap((each) =>
    find(state, { ...each, situation, call }),
  );
  if (answer.kind === 'odd') return endedBy(state, lint);
  const linted = withFindings(state, [...lint, ...progressFindings(state, call, callback)]);
  const informed = withProgress(withShown(linted, situation), call, callback);
  const isFirstHeard = known.doubtful.some((id) => id === transactionIdOf(callback));
  return judgeAnswer(informed, { call, callback, said, answer, prediction, situation, isFirstHeard }, fits);
};

/** What may be refused for anything tells nothing of the wallets that were possible before it: those that it does not fit stay as well. */
const withEveryWorld = (known: Case, fits: readonly Outcome[]): readonly Outcome[] => {
  const [first] = fits;
  if (first === undefined) return fits;
  const others = worldsOf(known).filter((world) => fits.every(({ before }) => before !== world));
  return [...fits, ...others.map((world) => ({ ...first, before: world, world }))];
};

/** Balances that may be finer than the currency, since a makeBet of ours was. */
const fineBalancesOf = ({ sentFine }: Case, { branches }: Prediction): Amount[] =>
  sentFine === true ? branches.flatMap(({ answer }) => (answer.kind === 'balance' ? [answer.balance] : [])) : [];

/** Told where it is looked for: once a run. */
const progressFindings = (state: Case, call: Call, callback: Callback): readonly Finding[] => {
  const isLookedFor = state.rules.requirements.some(({ id }) => id === 'BAL-04');
  if (!isLookedFor || callback.type !== 'getBalance' || callback.freespins === undefined) return [];
  const situation = 'balance-with-freespins';
  return lintProgress(call, state.plain).flatMap((each) => find(state, { ...each, situation, call }));
};

/** Takes note of the win that a pack shows: its own answer may be the one that pays it. */
const withProgress = (state: Case, { exchange }: Call, callback: Callback): Case => {
  if (callback.type !== 'getBalance') return state;
  const spins = callback.freespins;
  if (spins === undefined) return { ...state, plain: exchange.answer };
  const accumulatedWin = parseAmount(spins.accumulatedWin);
  if (accumulatedWin === undefined) return state;
  return { ...state, accumulatedWin, isPackOver: spins.isFinish };
};

const leaveTrace = (state: Case, { exchange, intent }: Call): Case => {
  const callback = 'callback' in intent ? intent.callback : undefined;
  const trace = {
    exchangeId: exchange.id,
    transactionId: exchange.subject.transactionId,
    situation: state.situation,
    ...(callback === undefined ? {} : { account: accountKey(callback), balance: balanceOf(state.ledger, callback) }),
  };
  return { ...state, trail: append(state.trail, trace) };
};

/** Follows what the agent did; a breach where no right agent answers so. */
const judgeAnswer = (state: Case, predicted: Predicted, fits: readonly Outcome[]): Case => {
  const [taken, ...others] = fits;
  if (taken !== undefined) return judgeFitting(state, predicted, [taken, ...others]);
  if (predicted.answer.kind === 'error') return judgeRefusal(state, predicted);
  const alike = judgeLookAlike(state, predicted);
  if (alike !== undefined) return alike;
  return predicted.prediction.branches[0]?.answer.kind === 'refusal'
    ? judgeAccepted(state, predicted, predicted.answer.balance)
    : judgeWrongBalance(state, predicted, predicted.answer.balance);
};

/** The answer is one that a right agent gives. */
const judgeFitting = (state: Case, predicted: Predicted, fits: readonly [Outcome, ...Outcome[]]): Case => {
  const { call, callback, answer, situation } = predicted;
  const [taken] = fits;
  // A scenario may demand a refusal where the ledger would take a balance too.
  if (call.expect.kind === 'refused' && answer.kind === 'balance') {
    const message = `${call.label}: answered with the balance ${answer.balance}, the scenario demands a refusal.`;
    return endedBy(state, find(state, { code: 'accepted-invalid', situation, call, message }));
  }
  const worlds = fits.map(({ world }) => world);
  const after = followed(state, worlds, callback);
  const isRefused = answer.kind === 'error';
  const known: Case = isRefused
    ? { ...after, refused: situation }
    : { ...asHeard(withTaken(after, callKind(state, callback, situation)), callback), refused: undefined };
  const noted = withFindings(known, noteTaken(known, predicted, taken));
  // Where several balances are possible nobody knows what it was refused for.
  const isClear = state.others.length === 0;
  const about = { call, situation, ...(isClear ? { taken } : {}) };
  return isRefused ? withFindings(noted, errorFindings(noted, { ...about, answer })) : noted;
};

/** What the agent did where the specification is silent. */
const noteTaken = (state: Case, { call, situation }: Predicted, { standing, answer, sentence }: Outcome): Finding[] => {
  if (standing === 'expected' || standing === 'allowed') return [];
  const message = `${call.label}: the agent ${sentence}.`;
  const notFound = answer.kind === 'refusal' && answer.codes.includes('transaction_not_found');
  const silent = notFound ? 'transaction-not-found-answer' : 'observed';
  return find(state, { code: standing === 'risk' ? 'money-at-risk' : silent, situation, call, message });
};

const acceptedCodes: Partial<Record<Situation, FindingCode>> = {
  'bet-above-balance': 'accepted-overdraft',
  'unknown-player': 'accepted-unknown-account',
  'unknown-currency': 'accepted-unknown-account',
};

/** The agent answered a balance where every right agent refuses. */
const judgeAccepted = (state: Case, { call, situation, callback }: Predicted, balance: string): Case => {
  const before = balanceOf(state.ledger, callback);
  const bet =
    callback.type === 'makeBet' && before !== undefined
      ? ` The bet is ${callback.bet}, the balance was ${renderAtScale(before, callback.currency)}.`
      : '';
  const moved = movedElsewhere(state, callback, { balance, owner: callback.playerId });
  const found = find(state, {
    code: moved === undefined ? (acceptedCodes[situation] ?? 'accepted-invalid') : 'foreign-money-moved',
    likelyCause: moved,
    situation,
    call,
    message: `${call.label}: answered with the balance ${balance} where a refusal is expected.${bet}`,
    expected: 'an error answer',
    actual: `balance ${balance}`,
  });
  return endedBy(state, found);
};

/** The account of that player that a makeBet of another one was booked in, as its answer shows; undefined where it is none. */
const movedElsewhere = (
  { ledger }: Case,
  callback: Callback,
  { balance: answered, owner }: { readonly balance: string; readonly owner: string },
): string | undefined => {
  if (callback.type !== 'makeBet') return undefined;
  const change = amountOf(callback.win).minus(amountOf(callback.bet));
  if (change.eq(0)) return undefined;
  const actual = parseAmount(answered);
  const key = ledger.balances.findKey((balance, each) => {
    const { playerId, currency } = accountOf(each);
    const isOther = playerId !== callback.playerId || currency !== callback.currency;
    return playerId === owner && isOther && actual?.eq(balance.plus(change)) === true;
  });
  if (key === undefined) return undefined;
  const { playerId, currency } = accountOf(key);
  const own = `${callback.playerId} in ${callback.currency}`;
  return `the makeBet of ${own} was booked in the account of ${playerId} in ${currency}`;
};

/** The agent answered another balance than every right agent. */
const judgeWrongBalance = (state: Case, predicted: Predicted, balance: string): Case => {
  const { call, callback, situation, prediction } = predicted;
  const [likeliest] = prediction.branches;
  if (likeliest?.answer.kind !== 'balance') return state;
  const difference = { expected: likeliest.answer.balance, actual: amountOf(balance) };
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const { code, cause } = diagnosisOf(state, predicted, difference);
  const found = find(state, {
    code: state.refused === undefined ? code : 'money-moved-on-refusal',
    situation,
    call,
    message: wrongBalance(call.label, { ...difference, account: callback }),
    expected: shown(difference.expected),
    actual: shown(difference.actual),
    likelyCause: cause,
    before: evidenceFor(state, call),
  });
  return endedBy({ ...state, ledger: likeliest.ledger }, found);
};

const diagnosisOf = (
  state: Case,
  { callback, prediction, call, isFirstHeard }: Predicted,
  difference: { readonly expected: Amount; readonly actual: Amount },
): Diagnosis => {
  const key = accountKey(callback);
  const earlier = [...newestFirst(state.trail)].flatMap(({ account, balance }) =>
    account === key && balance !== undefined ? [balance] : [],
  );
  const { code, cause } = diagnose({
    ledger: prediction.branches[0]?.ledger ?? state.ledger,
    account: callback,
    ...difference,
    transactionId: call.exchange.subject.transactionId,
    earlier,
    accumulatedWin: state.accumulatedWin,
    beforeIt: prediction.situation.startsWith('rollback-of') ? balanceBefore(state, callback) : undefined,
  });
  return { code: isFirstHeard ? code : codeIn(prediction.situation, code), cause };
};

/** What the account had right before the transaction of the call, where others came between the two. */
const balanceBefore = ({ trail }: Case, callback: Callback): Amount | undefined => {
  const key = accountKey(callback);
  const own = oldestFirst(trail).filter(({ account }) => account === key);
  const at = own.findIndex(({ transactionId }) => transactionId === transactionIdOf(callback));
  const isLast = own
    .slice(at + 1)
    .every(({ balance }) => balance === undefined || own[at]?.balance?.eq(balance) === true);
  return at <= 0 || isLast ? undefined : own[at - 1]?.balance;
};

/** Money that moved in a way no story of the transaction tells: what it is in that situation. */
const codeIn = (situation: Situation, code: FindingCode): FindingCode => {
  switch (situation) {
    case 'refused-bet-again':
      return code === 'not-applied' ? 'free-bet' : code;
    case 'duplicate':
      return toldCodes.has(code) ? code : 'duplicate-applied';
    case 'rollback-again':
    case 'rollback-unknown':
    case 'rollback-of-refused':
      return toldCodes.has(code) ? code : 'rollback-applied-again';
    case 'rollback-of-bet':
    case 'rollback-of-bet-and-win':
    case 'rollback-of-win':
      return code === 'wrong-balance' ? 'wrong-amounts-rolled-back' : code;
    default:
      return code;
  }
};

const toldCodes: ReadonlySet<FindingCode> = new Set([
  'stale-balance',
  'double-application',
  'another-players-balance',
  'another-currencys-balance',
]);

const maxEvidence = 4;

/** The earlier exchanges that belong to the proof: those of the same transaction, else the last. */
const evidenceFor = (state: Case, { exchange }: Call): string[] => {
  const { trail } = state;
  const { transactionId } = exchange.subject;
  const same = transactionId === undefined ? [] : exchangesOf(state, transactionId);
  return same.length === 0 && trail !== undefined ? [trail.last.exchangeId] : same;
};

/** The last exchanges that name the transaction, oldest first. */
const exchangesOf = ({ trail }: Case, transactionId: string): string[] => {
  const same: string[] = [];
  for (const trace of newestFirst(trail)) {
    if (trace.transactionId === transactionId) same.unshift(trace.exchangeId);
    if (same.length === maxEvidence) break;
  }
  return same;
};

/**
 * An answer that no right agent gives, where an id of the call looks like another one: it is what
 * that other one would be answered with. Undefined where it is not.
 */
const judgeLookAlike = (state: Case, predicted: Predicted): Case | undefined => {
  const { call, answer, situation } = predicted;
  if (answer.kind !== 'balance') return undefined;
  if (call.alike?.kind === 'transaction') return judgeTwin(state, predicted, call.alike);
  return situation === 'unknown-player' && call.expect.kind === 'any'
    ? judgeStranger(state, predicted, answer.balance)
    : undefined;
};

type AlikeTransaction = Extract<AlikeTo, { kind: 'transaction' }>;

/** So many calls before it have ids that look like that of the last one of a row. */
const alikeInRow = 3;

/** The transaction was taken for one whose id looks like its own (section 2: ids are unique). */
const judgeTwin = (state: Case, predicted: Predicted, { as, of: named }: AlikeTransaction): Case | undefined => {
  const { call, callback, situation, answer, prediction } = predicted;
  if (callback.type === 'getBalance') return undefined;
  const takenAs = (id: string) => {
    const { branches } = step(state.ledger, { ...callback, transactionId: id }, state.rules.quirks);
    return fitting(branches, predicted)
      .slice(0, 1)
      .map(({ ledger }) => ({ of: id, ledger }));
  };
  const inRow = [...newestFirst(state.trail)].slice(0, alikeInRow).flatMap(({ transactionId }) => transactionId ?? []);
  const [taken] = [named, ...inRow].filter((id) => id !== callback.transactionId).flatMap(takenAs);
  if (taken === undefined) return undefined;
  const { of } = taken;
  const { level } = likenesses[as.as];
  const swallowed = callback.type === 'makeBet' ? ', and moved nothing: it is a transaction of its own' : '';
  const due = prediction.branches[0]?.answer;
  const twin = [...newestFirst(state.trail)].find(({ transactionId }) => transactionId === of);
  const found = find(state, {
    code: level === 'must' ? 'taken-for-another' : 'observed',
    situation,
    call,
    message: `${call.label}: ${shortId(callback.transactionId)} was treated as ${shortId(of)}${swallowed}.`,
    expected: due?.kind === 'balance' ? renderAtScale(due.balance, callback.currency) : undefined,
    actual: answer.kind === 'balance' ? answer.balance : undefined,
    likelyCause: level === 'observe' ? undefined : ofAlike(as, 'cause'),
    before: twin === undefined ? [] : [twin.exchangeId],
  });
  return level === 'must'
    ? endedBy({ ...state, ledger: prediction.branches[0]?.ledger ?? state.ledger }, found)
    : withFindings({ ...state, ledger: taken.ledger, refused: undefined }, found);
};

/** Long ids differ at their ends. */
const shortId = (id: string): string => JSON.stringify(id.length <= 40 ? id : `${id.slice(0, 12)}…${id.slice(-12)}`);

/** A player whom the agent does not have was answered with a balance: whose is it? */
const judgeStranger = (state: Case, { call, callback, situation }: Predicted, shown: string): Case => {
  const balance = openingBalance(shown, callback.currency);
  // Whom the id looks like, and nobody else: an account of like money that was made up on the way is another matter.
  const like = call.alike?.kind === 'player' ? call.alike.of : callback.playerId;
  const moved = movedElsewhere(state, callback, { balance: shown, owner: like });
  if (moved !== undefined) {
    const message = `${call.label}: answered with ${shown}: ${moved}.`;
    return endedBy(state, find(state, { code: 'foreign-money-moved', situation, call, message, actual: shown }));
  }
  // Whoever opens accounts opens them with nothing: that is what anybody may have.
  const owner = balance === undefined || balance.eq(0) ? undefined : playerWith(state.ledger, balance, callback);
  const isOwn = call.alike?.kind === 'player' && ownForms.has(call.alike.as);
  if (owner !== undefined && !(isOwn && owner === call.alike?.of)) {
    const message = `${call.label}: answered with ${shown}, this is ${owner}'s balance. The call is for ${JSON.stringify(callback.playerId)}.`;
    return endedBy(state, find(state, { code: 'another-players-balance', situation, call, message, actual: shown }));
  }
  const said =
    owner === undefined
      ? `answered with ${shown}, which is nobody's balance`
      : `treated as ${owner}, and shown the ${shown} of that player: no such player is configured`;
  // What is blank around an id is no part of it to many: nobody has such an id.
  const isBlank = call.alike?.kind === 'player' && call.alike.as !== 'case';
  const code = owner === undefined || isBlank ? 'observed' : 'money-at-risk';
  return withFindings(state, find(state, { code, situation, call, message: `${call.label}: ${said}.` }));
};

/** An agent may compare players without case, or without what is blank around them. */
const ownForms: ReadonlySet<string> = new Set(['case', 'space', 'before', 'line']);
