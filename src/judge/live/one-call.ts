import { fits, showsBalance } from '../../ledger/heard-call.ts';
import { balanceIn, type Ledger, movedApart, openLedger } from '../../ledger/ledger.ts';
import { signed } from '../../ledger/stories/diagnose.ts';
import { type Outcome, outcomesIn } from '../../ledger/worlds/outcomes.ts';
import { distinctWorlds, unheardWorlds } from '../../ledger/worlds/possible-worlds.ts';
import { type Amount, amountOf } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { Callback } from '../../spec/callback.ts';
import { asRefused, type Heard, type HeardBalance } from '../call.ts';
import type { AccountState, Unexplained } from './account.ts';
import { judgeGroup } from './at-once.ts';
import { judgeDifference } from './difference.ts';
import { isOldAnswer, noteApart, retellGap, tellUnmoved, withoutGap, withoutOpen } from './elsewhere.ts';
import {
  giveUp,
  isFreshId,
  isUnknowable,
  type Judged,
  type LiveRules,
  makeUnknowable,
  mostWorlds,
  provenKey,
  remember,
  settled,
  settleTransactions,
  stillFloating,
  worldsNow,
} from './memory.ts';
import { isAppliedIn, isOwnFailure, judgeRefusedCall, refusedValid, tellApplied } from './refused.ts';
import { findLive, lintLive, sayFitting, tell, withPoint } from './tell.ts';

/** Judges the calls of an account from one quiet moment to the next: one call, or several at once. */
export const judgeEpisode = (rules: LiveRules, state: AccountState, readings: readonly [Heard, ...Heard[]]): Judged => {
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
const stillFailed = ({ failed }: Pick<AccountState, 'failed'>, readings: readonly Heard[]): AccountState['failed'] => {
  const id = failed && transactionIdOf(failed.reading.callback);
  return readings.some(({ callback }) => transactionIdOf(callback) === id) ? undefined : failed;
};

const transactionIdOf = (callback: Callback): string | undefined =>
  callback.type === 'getBalance' ? undefined : callback.transactionId;

const judgeAlone = (rules: LiveRules, state: AccountState, reading: Heard): Judged => {
  const { said } = reading;
  if (said.kind === 'balance') return judgeBalance(rules, state, { ...reading, said });
  const refused = asRefused(reading);
  return refused === undefined ? judgeUnheard(rules, state, reading) : judgeRefusedCall(rules, state, refused);
};

/** A quiet call whose answer says nothing of the money: what comes later tells whether it was handled. */
const judgeUnheard = (rules: LiveRules, state: AccountState, reading: Heard): Judged => {
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
const inDoubt = (rules: LiveRules, state: AccountState, reading: Heard): AccountState => {
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

/** A quiet call that was answered with a balance. */
export const judgeBalance = (rules: LiveRules, state: AccountState, reading: HeardBalance): Judged => {
  if (state.worlds.length === 0) return takeAsItIs(rules, state, reading);
  if (mayBeOld(rules, state, reading)) makeUnknowable(rules, state, new Set(idsOf(reading)));
  if (isUnknowable(rules, state, reading.callback)) return takeAsItIs(rules, state, reading);
  const worlds = worldsNow(rules, state);
  if (worlds === undefined) return takeAsItIs(rules, giveUp(rules, state), reading);
  const fitting = fittingIn(rules, worlds, reading);
  if (fitting.length === 0) return judgeUnfit(rules, state, { reading, worlds });
  return isOldAnswer(state, reading)
    ? judgeFitting(rules, state, { reading, fitting })
    : tellUnmoved(state, judgeFitting(rules, withoutOpen(state), { reading, fitting }));
};

/** No right agent answers it; but an earlier breach may be what the balance shows, or its end. */
const judgeUnfit = (
  rules: LiveRules,
  state: AccountState,
  { reading, worlds }: { readonly reading: HeardBalance; readonly worlds: readonly Ledger[] },
): Judged => {
  const undone = fittingIn(rules, undoneIn(rules, worlds, reading), reading);
  if (undone.length > 0) return judgeFitting(rules, state, { reading, fitting: undone });
  const right = worlds.flatMap(withoutGap);
  const closed = fittingIn(rules, right, reading);
  if (closed.length > 0) {
    const judged = judgeFitting(rules, state, { reading, fitting: closed });
    return retellGap(rules, state, { reading, judged });
  }
  if (isOldAnswer(state, reading)) {
    const known = { ...state, gapCause: undefined };
    const judged = judgeDifference(rules, known, { reading, worlds: right });
    return retellGap(rules, state, { reading, judged });
  }
  return judgeApplied(rules, state, reading) ?? judgeDifference(rules, state, { reading, worlds });
};

/** What a breach moved for a transaction, its rollback may rightly take back. */
const undoneIn = ({ records }: LiveRules, worlds: readonly Ledger[], { callback }: HeardBalance): readonly Ledger[] => {
  const gap = callback.type === 'rollback' ? records.get(callback.transactionId)?.gap : undefined;
  return gap === undefined ? [] : worlds.map((world) => movedApart(world, 'gap', gap.times(-1)));
};

/** A valid call was refused, and the balance is only right where it was applied all the same. */
const judgeApplied = (rules: LiveRules, state: AccountState, reading: HeardBalance): Judged | undefined => {
  const valid = state.doubt?.kind === 'refused' ? state.doubt.valid : undefined;
  const fitting = valid === undefined ? [] : fittingIn(rules, valid.applied, reading);
  const [first] = fitting;
  if (valid === undefined || first === undefined) return undefined;
  const judged = judgeFitting(rules, state, { reading, fitting });
  const balances = { is: first.before, must: valid.before };
  const told = tellApplied(rules, valid, { proof: reading, balances });
  return { ...judged, judgements: [told, ...judged.judgements] };
};

/** An id given by hand that moves nothing, or something else: the agent may have it from before. */
const mayBeOld = (rules: LiveRules, { worlds }: AccountState, reading: HeardBalance): boolean => {
  const { callback, said } = reading;
  if (!isUnseen(rules, reading)) return false;
  const showsBefore = (world: Ledger): boolean => showsBalance(said.text, balanceIn(world), callback.currency);
  const isUnfit = fittingIn(rules, worlds, reading).length === 0;
  return isUnfit || (callback.type === 'makeBet' && worlds.some(showsBefore));
};

/** Given by hand, and never seen here. */
const isUnseen = (rules: LiveRules, reading: Heard): boolean =>
  idsOf(reading).some((id) => rules.records.get(id) === undefined) && !isFreshId(rules, reading);

const idsOf = ({ callback }: Heard): string[] => (callback.type === 'getBalance' ? [] : [callback.transactionId]);

const fittingIn = (rules: LiveRules, worlds: readonly Ledger[], reading: HeardBalance): readonly Outcome[] =>
  worlds.flatMap((world) => outcomesIn(rules, world, reading.callback).filter(({ answer }) => fits(answer, reading)));

interface Fitting {
  readonly reading: HeardBalance;
  readonly fitting: readonly Outcome[];
}

/** The answer is one that a right agent gives. */
const judgeFitting = (rules: LiveRules, state: AccountState, { reading, fitting }: Fitting): Judged => {
  const ordered = [...fitting.filter(isSafe), ...fitting.filter((each) => !isSafe(each))];
  const [first] = ordered;
  if (first === undefined) return { state, judgements: [] };
  const { callback } = reading;
  const isSure = state.worlds.length === 1 && state.floating.length === 0;
  const told = {
    before: balanceIn(first.before),
    expected: balanceIn(first.world),
    findings: lintLive(rules, reading, first.situation),
  };
  if (isSure && state.doubt === undefined) prove(rules, reading, first);
  // A rollback that found nothing to do: what else its id is to the agent is not known.
  const isOld = callback.type === 'rollback' && isUnseen(rules, reading);
  if (isOld) makeUnknowable(rules, state, new Set(idsOf(reading)));
  const worlds = distinctWorlds(ordered.map(({ world }) => world));
  const judgement = isSafe(first)
    ? tell(rules, reading, { ...told, ...sayFitting(state, callback, first) })
    : tell(rules, reading, { ...told, ...risk(rules, reading, { outcome: first, isSure }) });
  noteApart(rules, state);
  if (isSure) rules.moves.note(callback, balanceIn(first.world).minus(balanceIn(first.before)));
  const next = { ...settled(state, worlds), unexplained: stillUnexplained(state, reading) };
  return tellFailed(rules, { state: next, judgements: [judgement] }, { reading, fitting });
};

/** A getBalance proves nothing of it; a bet of now was answered with what it left. */
const stillUnexplained = (
  { unexplained }: AccountState,
  { callback, exchangeId }: HeardBalance,
): Unexplained | undefined => {
  if (callback.type === 'getBalance') return unexplained;
  const isHeld = callback.type === 'makeBet' && unexplained?.isOld === true;
  return isHeld ? { ...unexplained, heldBy: exchangeId } : undefined;
};

/** The agent failed at a call before, by its own word, and applied it all the same. */
const tellFailed = (rules: LiveRules, { state, judgements }: Judged, { reading, fitting }: Fitting): Judged => {
  const { failed } = state;
  if (failed === undefined || !isAppliedIn(rules, failed, fitting)) {
    return { state, judgements };
  }
  const balances = { is: fitting[0]?.before, must: failed.before };
  const told = tellApplied(rules, failed, { proof: reading, balances });
  return { state: { ...state, failed: undefined }, judgements: [told, ...judgements] };
};

const isSafe = ({ standing }: Outcome): boolean => standing !== 'risk';

/** Where calls before it are in doubt, so is what this one is. */
const risk = (
  rules: LiveRules,
  reading: Heard,
  { outcome, isSure }: { readonly outcome: Outcome; readonly isSure: boolean },
) => {
  const { situation } = outcome;
  const sentence = `${reading.label}: the agent ${outcome.sentence}.`;
  if (!isSure) return { verdict: 'unjudged', sentence } as const;
  const findings = findLive(rules, reading, {
    code: 'money-at-risk',
    situation,
    message: sentence,
  });
  return { verdict: 'risky', sentence, findings } as const;
};

/** The agent moves money rightly in that situation: a difference there may be chance. */
const prove = (rules: LiveRules, { callback }: Heard, { situation, before, world }: Outcome) => {
  if (callback.type !== 'makeBet' || balanceIn(before).eq(balanceIn(world))) return;
  rules.proven.add(provenKey(situation, callback.roundFinished));
};

/** A balance that nothing known can be compared with: the account goes on from it. */
const takeAsItIs = (rules: LiveRules, state: AccountState, reading: HeardBalance): Judged => {
  const { callback, said } = reading;
  const isNew = state.worlds.length === 0 && state.book === undefined;
  const begun = isNew ? beginWithBet(rules, state, reading) : undefined;
  if (callback.type !== 'getBalance' && begun === undefined) {
    makeUnknowable(rules, state, new Set([callback.transactionId]));
  }
  const judgement = tell(rules, reading, {
    verdict: isNew && callback.type === 'getBalance' ? 'right' : 'unjudged',
    sentence: sentenceOf(state, reading),
    expected: said.actual,
    findings: lintLive(rules, reading, 'balance'),
  });
  const worlds = begun ?? worldsFrom(state, said.actual);
  return { state: { ...settled(state, worlds), unexplained: undefined }, judgements: [judgement] };
};

/** The account with that balance: what is new in it was moved elsewhere. */
const worldsFrom = ({ worlds, book, account }: AccountState, actual: Amount): Ledger[] => {
  if (worlds.length > 0) return worlds.map((world) => moved(world, actual));
  return [book === undefined ? openLedger(account, actual) : moved(book, actual)];
};

/**
 * The account begins with the answer to a bet that nobody can have known before: whether that is
 * right nobody can tell, but what comes after it can be compared with it.
 */
const beginWithBet = (
  rules: LiveRules,
  { account }: AccountState,
  reading: HeardBalance,
): readonly Ledger[] | undefined => {
  const { callback, said } = reading;
  if (callback.type !== 'makeBet' || !isFreshId(rules, reading)) return undefined;
  const opening = said.actual.plus(amountOf(callback.bet)).minus(amountOf(callback.win));
  const [outcome] = fittingIn(rules, [openLedger(account, opening)], reading).filter(isSafe);
  return outcome === undefined ? undefined : [outcome.world];
};

const moved = (world: Ledger, actual: Amount): Ledger => movedApart(world, 'elsewhere', actual.minus(balanceIn(world)));

const sentenceOf = ({ worlds, book, account }: AccountState, { callback, said }: HeardBalance): string => {
  const now = renderAtScale(said.actual, account.currency);
  if (worlds.length > 0 && callback.type !== 'getBalance') {
    return `walletproof cannot tell whether the agent knows ${callback.transactionId}: the account continues from ${now}.`;
  }
  if (book !== undefined) {
    const change = said.actual.minus(balanceIn(book));
    const moved = change.eq(0) ? '' : ` (${signed(change, account.currency)} since then)`;
    return `The account could not be followed for a while: it continues from ${now}${moved}.`;
  }
  return callback.type === 'getBalance'
    ? `The account starts at ${now}.`
    : `Nothing was known about the account before: it starts at ${now}.`;
};
