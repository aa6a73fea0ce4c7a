import type { AccountPoint, EarlierBreach, ExchangeJudgement, Finding } from '../../formats/judgement.ts';
import { toInstant } from '../../formats/written-time.ts';
import { balanceIn, bookOf, sumOfBook } from '../../ledger/ledger.ts';
import { signed } from '../../ledger/stories/diagnose.ts';
import type { Outcome } from '../../ledger/worlds/outcomes.ts';
import { type Amount, amountOf } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { Callback } from '../../spec/callback.ts';
import type { FindingCode } from '../../spec/finding.ts';
import type { Situation } from '../../spec/situation.ts';
import type { CallVerdict } from '../../spec/verdict.ts';
import type { Call } from '../call.ts';
import { type Discovery, find } from '../find.ts';
import { lintAnswer } from '../lint-answer.ts';
import { type AccountState, earlierBreach } from './account-state.ts';
import type { LiveRules } from './memory.ts';
import type { Reading } from './reading.ts';

/** What is said of one reading. */
interface Say {
  /** Where the findings do not make it worse. */
  readonly verdict: CallVerdict;
  readonly sentence: string;
  readonly findings?: readonly Finding[];
  readonly before?: Amount;
  readonly expected?: Amount;
  readonly since?: EarlierBreach;
}

/** The judgement of a reading. */
export const tell = (rules: LiveRules, reading: Reading, say: Say): ExchangeJudgement => {
  const { findings = [], before, expected, since } = say;
  const { said, callback } = reading;
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  const verdict = verdictOf(rules, say);
  return {
    exchangeId: reading.exchangeId,
    verdict,
    sentence: verdict === say.verdict ? say.sentence : sentenceOf(findings, say.sentence),
    findings,
    before: before === undefined ? undefined : shown(before),
    // Beside an answer that nobody can judge there is nothing that it must be.
    expected: expected === undefined || verdict === 'unjudged' ? undefined : shown(expected),
    actual: said.kind === 'balance' ? shown(said.actual) : undefined,
    ...(verdict === 'consistent' ? { since } : {}),
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
export const sentenceOf = (findings: readonly Finding[], otherwise: string): string => {
  const worst = findings.find(({ weight }) => weight === 'breach') ?? findings[0];
  if (worst === undefined) return otherwise;
  const { message, likelyCause } = worst;
  return likelyCause === undefined ? message : `${message} Likely cause: ${likelyCause}.`;
};

const mostPoints = 500;

/** The account after a reading, with its point in the chart. */
export const withPoint = ({ moves }: Pick<LiveRules, 'moves'>, state: AccountState, reading: Reading): AccountState => {
  const { exchange } = reading.call;
  const at = toInstant(endOf(reading.call));
  const actual = reading.said.kind === 'balance' ? reading.said.actual : undefined;
  const book = state.worlds[0] ?? state.book;
  if (book === undefined) return state;
  const shown = (amount: Amount): string => renderAtScale(amount, state.account.currency);
  const point: AccountPoint = {
    at,
    exchangeId: exchange.id,
    kind: exchange.kind,
    expected: shown(sumOfBook(book)),
    actual: actual === undefined ? undefined : shown(actual),
  };
  return {
    ...state,
    book,
    ...(actual === undefined
      ? {}
      : {
          actual,
          shown: [...state.shown, actual].slice(-mostShown),
          seenAt: moves.now(),
        }),
    points: [...state.points, point].slice(-mostPoints),
  };
};

const mostShown = 8;

/** When it was answered, Unix milliseconds. */
export const endOf = ({ exchange }: Pick<Call, 'exchange'>): number => exchange.startedAt + exchange.durationMs;

/** A discovery in live traffic; `shows`: the requirement that it is charged to. */
interface LiveDiscovery extends Omit<Discovery, 'call'> {
  readonly shows?: string | undefined;
}

/** The findings of a discovery, each charged to the situation's basic requirement where it shows no other. */
export const findLive = (
  { scratch, requirementOf }: LiveRules,
  { call }: Reading,
  { shows, ...discovery }: LiveDiscovery,
): readonly Finding[] => {
  const shown = shows === undefined ? undefined : requirementOf(shows);
  const requirements = shown === undefined ? [] : [shown];
  return find({ ...scratch, rules: { ...scratch.rules, requirements } }, { ...discovery, call });
};

/** What is wrong with the form of the answer, whatever the money. */
export const lintLive = (rules: LiveRules, reading: Reading, situation: Situation): readonly Finding[] => {
  const { call, answer, callback } = reading;
  // An error that says nothing clear may not even be the agent's own: a proxy answers for it.
  if (answer.kind === 'error' && (reading.said.kind !== 'refusal' || answer.error === undefined)) {
    return [];
  }
  return lintAnswer({ call, answer, currency: callback.currency }).flatMap((lint) =>
    findLive(rules, reading, { ...lint, situation }),
  );
};

/** Right; or consistent with a balance that a breach has left too high or too low. */
export const sayFitting = (state: AccountState, callback: Callback, outcome: Outcome) => {
  const { gap } = bookOf(outcome.world);
  return gap.eq(0)
    ? ({
        verdict: 'right',
        before: balanceIn(outcome.before),
        expected: balanceIn(outcome.world),
        sentence: sentenceOfRight(callback, outcome),
      } as const)
    : ({
        verdict: 'consistent',
        // As the account says it: what the breach left is no part of what there must be.
        before: sumOfBook(outcome.before),
        expected: sumOfBook(outcome.world),
        sentence: sentenceOfConsistent(callback, outcome, gap),
        since: earlierBreach(state, outcome.world),
      } as const);
};

/** What was right, with the arithmetic: `1000.00 - 10.00 = 990.00, as the agent says.` */
export const sentenceOfRight = (callback: Callback, outcome: Outcome): string => {
  const told = arithmetic(callback, outcome, ofRight);
  const isNoted = outcome.standing === 'note';
  return isNoted ? `${told} The agent ${outcome.sentence}.` : told;
};

/** What was right but for an earlier breach: `1005.00: consistent since the breach, still 5.00 too much.` */
const sentenceOfConsistent = (callback: Callback, outcome: Outcome, gap: Amount): string => {
  const still = stillOff(gap, callback.currency);
  const told = arithmetic(callback, outcome, { must: still, says: still });
  return outcome.answer.kind === 'refusal' ? told.replace(/\.$/, `: ${still}.`) : told;
};

/** `consistent since the breach, still 5.00 too much`. */
export const stillOff = (gap: Amount, currency: string): string =>
  `consistent since the breach, still ${renderAtScale(gap.abs(), currency)} too ${gap.gt(0) ? 'much' : 'little'}`;

/** How the arithmetic ends: of a getBalance, and of a call that may move money. */
interface Endings {
  readonly must: string;
  readonly says: string;
}

const ofRight: Endings = { must: 'as it must be', says: 'as the agent says' };

const arithmetic = (callback: Callback, { before, world, situation, answer }: Outcome, endings: Endings): string => {
  const [was, is] = [balanceIn(before), balanceIn(world)];
  return answer.kind === 'refusal'
    ? sentenceOfRefusal(callback, renderAtScale(was, callback.currency))
    : sentenceOfBalance(callback, { was, is, situation: () => situation }, endings);
};

/** The account of a call before it and after it. */
interface Move {
  readonly was: Amount;
  readonly is: Amount;
  /** Asked for where nothing moved. */
  readonly situation: () => Outcome['situation'];
}

/** `1000.00 - 10.00 = 990.00, as the agent says.` */
export const sentenceOfBalance = (
  callback: Callback,
  { was, is, situation }: Move,
  { must, says }: Endings = ofRight,
): string => {
  const shown = (amount: Amount): string => renderAtScale(amount, callback.currency);
  if (callback.type === 'getBalance') return `${shown(is)}, ${must}.`;
  if (was.eq(is)) {
    const why = whyUnmoved[situation()] ?? 'moves nothing';
    return `${callback.transactionId} ${why}: ${shown(is)}, ${says}.`;
  }
  return `${sumOf(callback, { was, is, shown })} = ${shown(is)}, ${says}.`;
};

const sentenceOfRefusal = (callback: Callback, was: string): string =>
  callback.type === 'makeBet'
    ? `The bet of ${renderAtScale(amountOf(callback.bet), callback.currency)} was refused with ${was} in the account, and nothing moved.`
    : 'It was refused, and nothing moved.';

const whyUnmoved: Partial<Record<Outcome['situation'], string>> = {
  duplicate: 'was applied before and moves nothing again',
  'rolled-back-bet-again': 'is rolled back and moves nothing again',
  'rollback-again': 'was already rolled back',
  'rollback-unknown': 'was never applied, so there is nothing to roll back',
  'rollback-of-refused': 'was never applied, so there is nothing to roll back',
  'foreign-rollback': 'belongs to another account',
  'foreign-duplicate': 'belongs to another account',
  'late-bet': 'was rolled back before it came',
};

interface Sum {
  readonly was: Amount;
  readonly is: Amount;
  readonly shown: (amount: Amount) => string;
}

/** `1000.00 - 10.00 + 25.00`. */
const sumOf = (callback: Callback, { was, is, shown }: Sum): string => {
  const otherSum = `${shown(was)} ${signed(is.minus(was), callback.currency)}`;
  if (callback.type !== 'makeBet') return otherSum;
  const [bet, win] = [amountOf(callback.bet), amountOf(callback.win)];
  if (!was.minus(bet).plus(win).eq(is)) return otherSum;
  const parts = [...(bet.eq(0) ? [] : [`- ${shown(bet)}`]), ...(win.eq(0) ? [] : [`+ ${shown(win)}`])];
  return [shown(was), ...parts].join(' ');
};
