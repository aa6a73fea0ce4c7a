import type { Amount } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { AccountPoint } from '../../spec/account-statement.ts';
import type { Finding, FindingCode } from '../../spec/finding.ts';
import { toInstant } from '../../spec/instant.ts';
import type { CallVerdict, ExchangeJudgement } from '../../spec/judgement.ts';
import type { AccountState } from './account-state.ts';
import type { LiveRules } from './live-rules.ts';
import type { Reading } from './reading.ts';
import { bookOf } from './world.ts';

/** What is said of one reading. */
export interface Say {
  /** Where the findings do not make it worse. */
  readonly verdict: CallVerdict;
  readonly sentence: string;
  readonly findings?: readonly Finding[];
  readonly before?: Amount | undefined;
  readonly expected?: Amount | undefined;
}

/** The judgement of a reading. */
export const tell = (rules: LiveRules, reading: Reading, say: Say): ExchangeJudgement => {
  const { findings = [], before, expected } = say;
  const { word, callback, call } = reading;
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const verdict = verdictOf(rules, say);
  return {
    exchangeId: call.exchange.id,
    verdict,
    sentence: verdict === say.verdict ? say.sentence : sentenceOf(findings, say.sentence),
    findings,
    ...(before === undefined ? {} : { before: shown(before) }),
    ...(expected === undefined ? {} : { expected: shown(expected) }),
    ...(word.kind === 'balance' ? { actual: shown(word.actual) } : {}),
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
  const weighty = findings.filter(({ code }) => !onlyRecommended.has(code));
  const isBreach = ({ weight, requirement }: Finding): boolean =>
    weight === 'breach' && rules.levelOf(requirement) !== 'observe';
  if (weighty.some(isBreach)) return 'wrong';
  return weighty.some(({ weight }) => weight !== 'note') ? 'risky' : verdict;
};

/** What the worst finding says, with its likeliest cause, once. */
const sentenceOf = (findings: readonly Finding[], otherwise: string): string => {
  const worst = findings.find(({ weight }) => weight === 'breach') ?? findings[0];
  if (worst === undefined) return otherwise;
  const { message, likelyCause } = worst;
  return likelyCause === undefined ? message : `${message} Likely cause: ${likelyCause}.`;
};

const mostPoints = 500;

/** The account after a reading, with its point in the chart. */
export const withPoint = (state: AccountState, reading: Reading): AccountState => {
  const { exchange } = reading.call;
  const actual = reading.word.kind === 'balance' ? reading.word.actual : undefined;
  const book = state.worlds[0] ?? state.book;
  if (book === undefined) return state;
  const shown = (amount: Amount): string => renderAtScale(amount, state.account.currency);
  const point: AccountPoint = {
    at: toInstant(exchange.startedAt + exchange.durationMs),
    exchangeId: exchange.id,
    kind: exchange.kind,
    expected: shown(bookOf(book)),
    ...(actual === undefined ? {} : { actual: shown(actual) }),
  };
  return {
    ...state,
    book,
    ...(actual === undefined ? {} : { actual, shown: [...state.shown, actual].slice(-mostShown) }),
    points: [...state.points, point].slice(-mostPoints),
  };
};

const mostShown = 8;
