import { amountOf, renderAtScale } from '../../base/money.ts';
import { showsBalance } from '../../ledger/heard-call.ts';
import { balanceIn, type Ledger, movedApart, openLedger } from '../../ledger/ledger.ts';
import { isFine } from '../../ledger/step-make-bet.ts';
import { signed } from '../../ledger/stories/difference.ts';
import { distinctWorlds, fittingIn, type Outcome, unheardWorlds } from '../../ledger/worlds/worlds.ts';
import { type Callback, transactionIdOf } from '../../spec/callback.ts';
import { asRefused, type Heard, type HeardBalance } from '../call.ts';
import type { AccountState, Unexplained } from './account.ts';
import { judgeGroup } from './at-once.ts';
import { judgeDifference } from './difference.ts';
import { isOldAnswer, retellGap, tellUnmoved, withLate, withoutGap, withoutOpen } from './later.ts';
import {
  type At,
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
import { noteApart } from './other-accounts.ts';
import { isAppliedIn, isOwnFailure, judgeRefusedCall, refusedValid, tellApplied } from './refused.ts';
import { findLive, lintLive, sayFitting, tell, withPoint } from './tell.ts';

/** Judges the calls of an account from one quiet moment to the next: one call, or several at once. */
export const judgeEpisode = (rules: LiveRules, before: AccountState, all: readonly [Heard, ...Heard[]]): Judged => {
  const [only, ...others] = all;
  const state: AccountState = all.some(hasFineAmount) ? { ...before, sentFine: true } : before;
  const told = others.length === 0 ? judgeAlone({ rules, state, heard: only }) : judgeGroup(rules, state, all);
  const { state: judged, judgements } = withLate(rules, told, { before: state.worlds, all });
  for (const heard of all) remember({ rules, state: judged, heard });
  // A call that the agent failed at, until its transaction is named again: that may have applied it.
  const failedId = judged.failed && transactionIdOf(judged.failed.heard.callback);
  const isNamedAgain =
    judged.failed === state.failed && all.some((each) => transactionIdOf(each.callback) === failedId);
  const known = isNamedAgain ? { ...judged, failed: undefined } : judged;
  const settledState = stillFloating(rules, settleTransactions(rules, known));
  const ordered = all.toSorted((one, other) => one.ended - other.ended);
  const toldOf = ({ exchangeId }: Heard) => judgements.find((each) => each.exchangeId === exchangeId);
  const after = ordered.reduce((so, heard) => withPoint({ rules, state: so, heard }, toldOf(heard)), settledState);
  return { state: after, judgements };
};

const hasFineAmount = ({ callback }: Heard): boolean => callback.type === 'makeBet' && isFine(callback);

const idsOf = ({ callback }: Heard): ReadonlySet<string> => {
  const id = transactionIdOf(callback);
  return new Set(id === undefined ? [] : [id]);
};

const judgeAlone = (at: At): Judged => {
  const { said } = at.heard;
  if (said.kind === 'balance') return judgeBalance({ ...at, heard: { ...at.heard, said } });
  const refused = asRefused(at.heard);
  return refused === undefined ? judgeUnheard(at) : judgeRefusedCall({ ...at, heard: refused });
};

/** A quiet call whose answer says nothing of the money: what comes later tells whether it was handled. */
const judgeUnheard = (at: At): Judged => {
  const { state, heard } = at;
  const { said, callback, label } = heard;
  const isOpen = said.kind === 'unheard' && callback.type !== 'getBalance';
  const reason = 'reason' in said ? said.reason : '';
  const [before] = state.worlds;
  const judgement = tell(at, {
    verdict: 'unjudged',
    because: 'no-answer',
    sentence: `${label}: ${reason}${isOpen ? ' Whether the agent has handled it, the next balance tells.' : ''}`,
    findings: lintLive(at, 'balance'),
    before: before === undefined ? undefined : balanceIn(before),
  });
  return { state: isOpen ? inDoubt(at) : state, judgements: [judgement] };
};

/** More calls than this in the air, and nobody can tell anything. */
const mostFloating = 3;

/** The account after a call that may have been handled, or may be still. */
const inDoubt = (at: At): AccountState => {
  const { rules, state, heard } = at;
  const { callback, said } = heard;
  const gaveUp = (): AccountState => giveUp(rules, state, [callback]);
  if (state.worlds.length === 0 || isUnknowable(rules, state, callback)) return gaveUp();
  const known = worldsNow(rules, state) ?? [];
  const worlds = distinctWorlds(unheardWorlds(rules, known, callback));
  const mayFollow = said.kind === 'unheard' && said.mayFollow;
  // A copy of what is in the air adds nothing to it.
  const isNew = !state.floating.some((each) => isCopy(each, callback));
  const floating = mayFollow && isNew ? [...state.floating, callback] : state.floating;
  const failed = isOwnFailure(heard) ? refusedValid(rules, known, heard) : undefined;
  const next = stillFloating(rules, { ...state, worlds, floating, failed });
  const isTooMuch = worlds.length > mostWorlds || next.floating.length > mostFloating;
  return known.length === 0 || isTooMuch ? gaveUp() : next;
};

const isCopy = (one: Callback, other: Callback): boolean =>
  JSON.stringify({ ...one, requestId: '' }) === JSON.stringify({ ...other, requestId: '' });

type AtBalance = At<HeardBalance>;

/** A quiet call that was answered with a balance. */
const judgeBalance = (at: AtBalance): Judged => {
  const { rules, state, heard } = at;
  if (state.worlds.length === 0) return takeAsItIs(at);
  if (mayBeOld(at)) makeUnknowable(rules, state, idsOf(heard));
  if (isUnknowable(rules, state, heard.callback)) return takeAsItIs(at);
  const worlds = worldsNow(rules, state);
  if (worlds === undefined) return takeAsItIs({ ...at, state: giveUp(rules, state) });
  const fitting = fittingAt(at, worlds);
  if (fitting.length === 0) return judgeUnfit(at, worlds);
  return isOldAnswer(at)
    ? judgeFitting(at, fitting)
    : tellUnmoved(state, judgeFitting({ ...at, state: withoutOpen(state) }, fitting));
};

const fittingAt = ({ rules, heard }: AtBalance, worlds: readonly Ledger[]): readonly Outcome[] =>
  fittingIn(rules, worlds, heard);

/** No right agent answers it; but an earlier breach may be what the balance shows, or its end. */
const judgeUnfit = (at: AtBalance, worlds: readonly Ledger[]): Judged => {
  const { rules, state, heard } = at;
  const { callback } = heard;
  // What a breach moved for a transaction, its rollback may rightly take back.
  const gap = callback.type === 'rollback' ? rules.records.get(callback.transactionId)?.gap : undefined;
  const undone = gap === undefined ? [] : worlds.map((world) => movedApart(world, 'gap', gap.times(-1)));
  const fitsUndone = fittingAt(at, undone);
  if (fitsUndone.length > 0) return judgeFitting(at, fitsUndone);
  const right = worldsNow(rules, { ...state, worlds: state.worlds.flatMap(withoutGap) }) ?? [];
  const closed = fittingAt(at, right);
  if (closed.length > 0) return retellGap(at, judgeFitting(at, closed));
  if (isOldAnswer(at)) {
    return retellGap(at, judgeDifference({ ...at, state: { ...state, gapCause: undefined } }, right));
  }
  // A valid call was refused, and the balance is only right where it was applied all the same.
  const valid = state.doubt?.kind === 'refused' ? state.doubt.valid : undefined;
  const applied = valid === undefined ? [] : fittingAt(at, valid.applied);
  const [first] = applied;
  if (valid === undefined || first === undefined) return judgeDifference(at, worlds);
  const judged = judgeFitting(at, applied);
  const told = tellApplied(rules, valid, { proof: heard, is: first.before });
  return { ...judged, judgements: [told, ...judged.judgements] };
};

/** An id given by hand that moves nothing, or something else: the agent may have it from before. */
const mayBeOld = (at: AtBalance): boolean => {
  const { rules, state, heard } = at;
  const { callback, said } = heard;
  const isSeen = [...idsOf(heard)].every((id) => rules.records.get(id) !== undefined);
  if (isSeen || isFreshId(rules, heard)) return false;
  const showsBefore = (world: Ledger): boolean => showsBalance(said.text, balanceIn(world), callback.currency);
  const isUnfit = fittingAt(at, state.worlds).length === 0;
  return isUnfit || (callback.type === 'makeBet' && state.worlds.some(showsBefore));
};

/** The answer is one that a right agent gives. */
const judgeFitting = (at: AtBalance, fitting: readonly Outcome[]): Judged => {
  const { rules, state, heard } = at;
  const { callback } = heard;
  const isSafe = ({ standing }: Outcome): boolean => standing !== 'risk';
  const ordered = [...fitting.filter(isSafe), ...fitting.filter((each) => !isSafe(each))];
  const [first] = ordered;
  if (first === undefined) return { state, judgements: [] };
  const [before, expected] = [balanceIn(first.before), balanceIn(first.world)];
  const isSure = state.worlds.length === 1 && state.floating.length === 0;
  if (isSure && state.doubt === undefined && callback.type === 'makeBet' && !before.eq(expected)) {
    // The agent moves money rightly in that situation: a difference there may be chance.
    rules.proven.add(provenKey(first.situation, callback.roundFinished));
  }
  const findings = lintLive(at, first.situation);
  const say = isSafe(first) ? sayFitting(at, first) : sayRisk(at, first, isSure);
  const judgement = tell(at, { before, expected, findings, ...say });
  noteApart(at);
  if (isSure) rules.moves.note(callback, expected.minus(before));
  const worlds = distinctWorlds(ordered.map(({ world }) => world));
  const next: AccountState = { ...settled(state, worlds), unexplained: stillUnexplained(at) };
  const { failed } = next;
  if (failed === undefined || !isAppliedIn(rules, failed, fitting)) return { state: next, judgements: [judgement] };
  // The agent failed at a call before, by its own word, and applied it all the same.
  const told = tellApplied(rules, failed, { proof: heard, is: fitting[0]?.before });
  return { state: { ...next, failed: undefined }, judgements: [told, judgement] };
};

/** A getBalance proves nothing of it; a bet of now was answered with what it left. */
const stillUnexplained = ({ state: { unexplained }, heard }: AtBalance): Unexplained | undefined => {
  if (heard.callback.type === 'getBalance') return unexplained;
  const isHeld = heard.callback.type === 'makeBet' && unexplained?.isOld === true;
  return isHeld ? { ...unexplained, heldBy: heard.exchangeId } : undefined;
};

/** Where calls before it are in doubt, so is what this one is. */
const sayRisk = (at: At, { situation, sentence: what }: Outcome, isSure: boolean) => {
  const sentence = `${at.heard.label}: the agent ${what}.`;
  if (!isSure) return { verdict: 'unjudged', sentence } as const;
  const findings = findLive(at, { code: 'money-at-risk', situation, message: sentence });
  return { verdict: 'risky', sentence, findings } as const;
};

/** A balance that nothing known can be compared with: the account goes on from it. */
const takeAsItIs = (at: AtBalance): Judged => {
  const { rules, state, heard } = at;
  const { callback, said } = heard;
  const { worlds, book, account } = state;
  const isNew = worlds.length === 0 && book === undefined;
  const begun = isNew ? beginWithBet(at) : undefined;
  if (callback.type !== 'getBalance' && begun === undefined) {
    makeUnknowable(rules, state, new Set([callback.transactionId]));
  }
  const judgement = tell(at, {
    verdict: (isNew || state.isUsedByRun === true) && callback.type === 'getBalance' ? 'right' : 'unjudged',
    because: worlds.length > 0 && callback.type !== 'getBalance' ? 'transaction-unknown' : 'account-unknown',
    sentence: sentenceOfUnknown(at),
    expected: said.actual,
    findings: lintLive(at, 'balance'),
  });
  // What is new in it was moved elsewhere.
  const by = state.isUsedByRun === true ? 'runs' : 'elsewhere';
  const moved = (world: Ledger): Ledger => movedApart(world, by, said.actual.minus(balanceIn(world)));
  const known = worlds.length > 0 || book === undefined ? worlds : [book];
  const after = known.length > 0 ? known.map(moved) : [openLedger(account, said.actual)];
  const next = { ...settled(state, begun ?? after), unexplained: undefined, isUsedByRun: undefined };
  return { state: next, judgements: [judgement] };
};

/**
 * The account begins with the answer to a bet that nobody can have known before: whether that is
 * right nobody can tell, but what comes after it can be compared with it.
 */
const beginWithBet = (at: AtBalance): readonly Ledger[] | undefined => {
  const { rules, state, heard } = at;
  const { callback, said } = heard;
  if (callback.type !== 'makeBet' || !isFreshId(rules, heard)) return undefined;
  const opening = said.actual.plus(amountOf(callback.bet)).minus(amountOf(callback.win));
  const outcome = fittingAt(at, [openLedger(state.account, opening)]).find(({ standing }) => standing !== 'risk');
  return outcome && [outcome.world];
};

const sentenceOfUnknown = ({
  state: { worlds, book, account, isUsedByRun },
  heard: { callback, said },
}: AtBalance): string => {
  const now = renderAtScale(said.actual, account.currency);
  if (worlds.length > 0 && callback.type !== 'getBalance') {
    return `walletproof cannot tell whether the agent knows ${callback.transactionId}: the account continues from ${now}.`;
  }
  if (book !== undefined) {
    const change = said.actual.minus(balanceIn(book));
    const moved = change.eq(0) ? '' : ` (${signed(change, account.currency)} since then)`;
    const why = isUsedByRun === true ? 'A run used the account' : 'The account could not be followed for a while';
    return `${why}: it continues from ${now}${moved}.`;
  }
  return callback.type === 'getBalance'
    ? `The account starts at ${now}.`
    : `Nothing was known about the account before: it starts at ${now}.`;
};
