import { type Amount, amountOf, renderAtScale } from '../../base/money.ts';
import type { AccountPoint, EarlierBreach, ExchangeJudgement, Finding } from '../../formats/judgement.ts';
import { toInstant } from '../../formats/written-time.ts';
import { balanceIn, bookOf, sumOfBook } from '../../ledger/ledger.ts';
import type { Outcome } from '../../ledger/worlds/worlds.ts';
import type { FindingCode } from '../../spec/finding.ts';
import type { Situation } from '../../spec/situation.ts';
import type { UnjudgedCode } from '../../spec/unjudged.ts';
import type { CallVerdict } from '../../spec/verdict.ts';
import { endOf } from '../call.ts';
import { type Discovery, find } from '../find.ts';
import { lintAnswer } from '../form.ts';
import { markOf } from '../verdicts.ts';
import { sentenceOf, sentenceOfConsistent, sentenceOfRight } from '../words.ts';
import { type AccountState, earlierBreach } from './account.ts';
import type { At, LiveRules } from './memory.ts';

/** What is said of an answer. */
interface Say {
  /** Where the findings do not make it worse. */
  readonly verdict: CallVerdict;
  readonly sentence: string;
  readonly findings?: readonly Finding[];
  readonly before?: Amount;
  readonly expected?: Amount;
  readonly since?: EarlierBreach;
  /** Where nobody can tell; `open` when absent. */
  readonly because?: UnjudgedCode;
}

/** The judgement of an answer. */
export const tell = ({ rules, heard }: Pick<At, 'rules' | 'heard'>, say: Say): ExchangeJudgement => {
  const { findings = [], before, expected, since, because = 'open' } = say;
  const { said, callback, exchangeId } = heard;
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const verdict = verdictOf(rules, say);
  return {
    exchangeId,
    verdict,
    sentence: verdict === say.verdict ? say.sentence : sentenceOf(findings, say.sentence),
    findings,
    before: before === undefined ? undefined : shown(before),
    // Beside an answer that nobody can judge there is nothing that it must be.
    expected: expected === undefined || verdict === 'unjudged' ? undefined : shown(expected),
    actual: said.kind === 'balance' ? shown(said.actual) : undefined,
    ...(verdict === 'consistent' ? { since } : {}),
    ...(verdict === 'unjudged' ? { because } : {}),
  };
};

/** The codes of section 7 are recommended: another reason to refuse may have come first. */
const onlyRecommended: ReadonlySet<FindingCode> = new Set([
  'insufficient-balance-code',
  'unrecommended-code',
  'signature-error-code',
]);

/** The worst that the findings say; what was meant to be said where they say nothing. */
export const verdictOf = (
  rules: LiveRules,
  { verdict, findings = [] }: Pick<Say, 'verdict' | 'findings'>,
): CallVerdict => {
  const marks = findings
    .filter(({ code }) => !onlyRecommended.has(code))
    .map((each) => markOf(each, rules.levelOf(each.requirement) ?? 'must'));
  if (marks.includes('wrong')) return 'wrong';
  return marks.includes('risky') ? 'risky' : verdict;
};

const mostPoints = 500;

/** The account after an answer, with its point in the chart: what was due of this call, whatever an earlier one left. */
export const withPoint = ({ rules, state, heard }: At, judgement?: ExchangeJudgement): AccountState => {
  const { said, call, exchangeId } = heard;
  const actual = said.kind === 'balance' ? said.actual : undefined;
  const book = state.worlds[0] ?? state.book;
  if (book === undefined) return state;
  const shown = (amount: Amount): string => renderAtScale(amount, state.account.currency);
  const isWrong = judgement?.verdict === 'wrong';
  const due = isWrong && judgement.expected !== undefined ? amountOf(judgement.expected) : balanceIn(book);
  const point: AccountPoint = {
    at: toInstant(endOf(call)),
    exchangeId,
    kind: call.exchange.kind,
    expected: shown(due),
    actual: actual === undefined ? undefined : shown(actual),
    ...(isWrong ? { isWrong } : {}),
  };
  const points = [...state.points, point].slice(-mostPoints);
  if (actual === undefined) return { ...state, book, points };
  return {
    ...state,
    book,
    points,
    actual,
    shown: [...state.shown, actual].slice(-mostShown),
    seenAt: rules.moves.now(),
  };
};

const mostShown = 8;

/** A discovery in live traffic; `shows`: the requirement that it is charged to. */
interface LiveDiscovery extends Omit<Discovery, 'call'> {
  readonly shows?: string | undefined;
}

/** The findings of a discovery, each charged to the situation's basic requirement where it shows no other. */
export const findLive = (
  { rules: { scratch, requirementOf }, heard: { call } }: Pick<At, 'rules' | 'heard'>,
  { shows, ...discovery }: LiveDiscovery,
): readonly Finding[] => {
  const shown = shows === undefined ? undefined : requirementOf(shows);
  const requirements = shown === undefined ? [] : [shown];
  return find({ ...scratch, rules: { ...scratch.rules, requirements } }, { ...discovery, call });
};

/** What is wrong with the form of the answer, whatever the money. */
export const lintLive = (at: At, situation: Situation): readonly Finding[] => {
  const { call, answer, callback, said } = at.heard;
  // Once an amount finer than the currency was sent, balances may have its digits.
  const fineBalances = () => (at.state.sentFine && said.kind === 'balance' ? [said.actual] : []);
  // An error that says nothing clear may not even be the agent's own: a proxy answers for it.
  if (answer.kind === 'error' && (said.kind !== 'refusal' || answer.error === undefined)) return [];
  return lintAnswer({ call, answer, currency: callback.currency, fineBalances }).flatMap((lint) =>
    findLive(at, { ...lint, situation }),
  );
};

/** Right; or consistent with a balance that a breach has left too high or too low. */
export const sayFitting = ({ state, heard: { callback } }: At, outcome: Outcome) => {
  const { before, world } = outcome;
  const { gap } = bookOf(world);
  if (gap.eq(0)) {
    const sentence = sentenceOfRight(callback, outcome);
    return { verdict: 'right', before: balanceIn(before), expected: balanceIn(world), sentence } as const;
  }
  const sentence = sentenceOfConsistent(callback, outcome, gap);
  const since = earlierBreach(state, world);
  // As the account says it: what the breach left is no part of what there must be.
  return { verdict: 'consistent', before: sumOfBook(before), expected: sumOfBook(world), sentence, since } as const;
};
