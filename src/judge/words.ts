import { type Amount, amountOf, renderAtScale } from '../base/money.ts';
import { plural } from '../base/quantities.ts';
import type { Finding } from '../formats/judgement.ts';
import { append, newestFirst } from '../ledger/chain.ts';
import { showsBalance } from '../ledger/heard-call.ts';
import { balanceIn, balanceOf } from '../ledger/ledger.ts';
import { step } from '../ledger/step.ts';
import { signed } from '../ledger/stories/difference.ts';
import type { Outcome } from '../ledger/worlds/worlds.ts';
import type { Callback } from '../spec/callback.ts';
import type { Situation } from '../spec/situation.ts';
import { describeError } from '../wire/read-answer.ts';
import { type Call, type Heard, hear, hearAnswer, type LostOnPurpose, lostOnPurpose, openingBalance } from './call.ts';
import type { CallWord, Case } from './case.ts';

/** What the worst finding says, with its likeliest cause, once. */
export const sentenceOf = (findings: readonly Finding[], otherwise: string): string => {
  const worst = findings.find(({ weight }) => weight === 'breach') ?? findings[0];
  if (worst === undefined) return otherwise;
  const { message, likelyCause } = worst;
  return likelyCause === undefined ? message : `${message} Likely cause: ${likelyCause}.`;
};

/** How the arithmetic ends: of a getBalance, and of a call that may move money. */
interface Endings {
  readonly must: string;
  readonly says: string;
}

const ofRight: Endings = { must: 'as it must be', says: 'as the agent says' };

/** What was right, with the arithmetic: `1000.00 - 10.00 = 990.00, as the agent says.` */
export const sentenceOfRight = (callback: Callback, outcome: Outcome): string => {
  const told = arithmetic(callback, outcome, ofRight);
  return outcome.standing === 'note' ? `${told} The agent ${outcome.sentence}.` : told;
};

/** What was right but for an earlier breach: `1005.00: consistent since the breach, still 5.00 too much.` */
export const sentenceOfConsistent = (callback: Callback, outcome: Outcome, gap: Amount): string => {
  const still = stillOff(gap, callback.currency);
  const told = arithmetic(callback, outcome, { must: still, says: still });
  return outcome.answer.kind === 'refusal' ? told.replace(/\.$/, `: ${still}.`) : told;
};

/** `consistent since the breach, still 5.00 too much`. */
export const stillOff = (gap: Amount, currency: string): string =>
  `consistent since the breach, still ${renderAtScale(gap.abs(), currency)} too ${gap.gt(0) ? 'much' : 'little'}`;

const arithmetic = (callback: Callback, { before, world, situation, answer }: Outcome, endings: Endings): string => {
  const [was, is] = [balanceIn(before), balanceIn(world)];
  if (answer.kind === 'balance') return sentenceOfBalance(callback, { was, is, situation: () => situation }, endings);
  return callback.type === 'makeBet'
    ? `The bet of ${renderAtScale(amountOf(callback.bet), callback.currency)} was refused with ${renderAtScale(was, callback.currency)} in the account, and nothing moved.`
    : 'It was refused, and nothing moved.';
};

/** The account of a call before it and after it. */
interface Move {
  readonly was: Amount;
  readonly is: Amount;
  /** Asked for where nothing moved. */
  readonly situation: () => Situation;
}

/** `1000.00 - 10.00 + 25.00 = 1015.00, as the agent says.` */
const sentenceOfBalance = (
  callback: Callback,
  { was, is, situation }: Move,
  { must, says }: Endings = ofRight,
): string => {
  const { currency } = callback;
  const shown = (amount: Amount): string => renderAtScale(amount, currency);
  if (callback.type === 'getBalance') return `${shown(is)}, ${must}.`;
  if (was.eq(is)) {
    const why = whyUnmoved[situation()] ?? 'moves nothing';
    return `${callback.transactionId} ${why}: ${shown(is)}, ${says}.`;
  }
  const [bet, win] =
    callback.type === 'makeBet' ? [amountOf(callback.bet), amountOf(callback.win)] : [undefined, undefined];
  const isOwnSum = bet !== undefined && was.minus(bet).plus(win).eq(is);
  const parts = isOwnSum
    ? [...(bet.eq(0) ? [] : [`- ${shown(bet)}`]), ...(win.eq(0) ? [] : [`+ ${shown(win)}`])]
    : [signed(is.minus(was), currency)];
  return `${[shown(was), ...parts].join(' ')} = ${shown(is)}, ${says}.`;
};

const whyUnmoved: Partial<Record<Situation, string>> = {
  duplicate: 'was applied before and moves nothing again',
  'rolled-back-bet-again': 'is rolled back and moves nothing again',
  'rollback-again': 'was already rolled back',
  'rollback-unknown': 'was never applied, so there is nothing to roll back',
  'rollback-of-refused': 'was never applied, so there is nothing to roll back',
  'foreign-rollback': 'belongs to another account',
  'foreign-duplicate': 'belongs to another account',
  'late-bet': 'was rolled back before it came',
};

/** The case after a call was judged by itself, with what is said of its answer. */
export const withWord = (before: Case, after: Case, call: Call): Case =>
  after.rules.isSilent === true ? after : worded(after, call, wordOf(before, after, call));

/** The case with what is said of an answer that is not judged by itself. */
export const withUnjudged = (state: Case, call: Call, sentence: string): Case =>
  state.rules.isSilent === true ? state : worded(state, call, unjudged(sentence));

const worded = (state: Case, { exchange }: Pick<Call, 'exchange'>, word: CallWord): Case => ({
  ...state,
  words: append(state.words, { exchangeId: exchange.id, word }),
});

const wordOf = (before: Case, after: Case, call: Call): CallWord => {
  if (newFindings(before, after).some(isWeighty)) return { kind: 'doubted' };
  const ended = endedWord(before, after);
  if (ended !== undefined) return ended;
  const [heard] = hear(call);
  return heard?.said.kind === 'balance' ? wordOfBalance(before, after, heard) : wordOfOther(call);
};

const newFindings = (before: Case, { found }: Case): Finding[] => {
  const added: Finding[] = [];
  for (let link = found; link !== undefined && link !== before.found; link = link.before) {
    added.push(link.last);
  }
  return added;
};

const isWeighty = ({ weight }: Finding): boolean => weight !== 'note';

const endedWord = (before: Case, { ending }: Case): CallWord | undefined => {
  if (ending === undefined || ending === before.ending) return undefined;
  if (ending.kind === 'breach') return { kind: 'doubted' };
  return unjudged(ending.kind === 'cause' ? ending.cause.message : ending.reason);
};

const unjudged = (sentence: string) => ({ kind: 'unjudged', sentence }) as const;

const wordOfBalance = (before: Case, after: Case, { callback, call, answer }: Heard): CallWord => {
  const text = answer.kind === 'balance' ? answer.balance : '';
  const is = balanceOf(after.ledger, callback);
  if (is === undefined || !showsBalance(text, is, callback.currency)) {
    return unjudged('Nobody can tell by this answer alone what the account has.');
  }
  const actual = renderAtScale(openingBalance(text, callback.currency) ?? is, callback.currency);
  if (call.intent.kind === 'opening') {
    return { kind: 'unjudged', sentence: `The account starts at ${actual}.`, actual };
  }
  if (isOpen(call)) return { ...unjudged(eitherIsRight), actual };
  const was = before.others.length === 0 ? balanceOf(before.ledger, callback) : undefined;
  const situation = () => step(before.ledger, callback, before.rules.quirks).situation;
  return {
    kind: 'right',
    // As live traffic is told: `1000.00 - 10.00 = 990.00, as the agent says.`
    sentence: was === undefined ? `${actual}, as it must be.` : sentenceOfBalance(callback, { was, is, situation }),
    actual,
    ...(was === undefined ? {} : { before: renderAtScale(was, callback.currency) }),
  };
};

const eitherIsRight = 'The specification leaves open how this is answered.';

/** Whether a right agent may take the call or refuse it. */
const isOpen = ({ intent }: Call): boolean => intent.kind === 'oddly-signed' || intent.kind === 'repeated-keys';

const wordOfOther = (call: Call): CallWord => {
  const answer = hearAnswer(call.exchange);
  if (answer.kind === 'none') return unjudged(wordOfSilence(call));
  if (answer.kind !== 'error' || isOpen(call) || call.http !== undefined) {
    return unjudged(eitherIsRight);
  }
  const said = `Refused with ${describeError(answer)}`;
  if (call.expect.kind === 'any') return unjudged(`${said}: the scenario takes any answer here.`);
  return { kind: 'right', sentence: `${said}, as it must be.` };
};

const wordOfSilence = ({ exchange: { answer } }: Call): string => {
  const lost = lostOnPurpose(answer);
  return lost === undefined
    ? `There was no answer: ${answer.kind === 'failed' ? answer.message : ''}`
    : wordsOfLoss[lost];
};

const wordsOfLoss: Readonly<Record<LostOnPurpose, string>> = {
  dropped: 'Its answer was lost on purpose: whether the agent applied it is shown by later calls.',
  'hung-up': 'Its connection was broken on purpose: whether the agent applies it is shown by later calls.',
  'cut-off': 'It was cut off on purpose: no agent had the whole of it.',
};

interface AtOnce {
  readonly calls: readonly Call[];
  /** The getBalance of each account after them. */
  readonly reads: readonly Call[];
}

/** The case after calls at once were judged together, with what is said of each of them. */
export const withWords = (before: Case, after: Case, { calls, reads }: AtOnce): Case => {
  const found = newFindings(before, after).filter(isWeighty);
  const shown = new Set(found.flatMap(({ exchanges }) => exchanges));
  const ended = found.length === 0 ? endedWord(before, after) : undefined;
  const many = plural(calls.length, 'call');
  const wordFor = (call: Call, right: string): CallWord => {
    if (shown.has(call.exchange.id)) return { kind: 'doubted' };
    if (found.length > 0) return unjudged(`One of ${many} at once that do not agree.`);
    return ended ?? wordAtOnce(call, right);
  };
  const wordAll = (state: Case, each: readonly Call[], right: string): Case =>
    each.reduce((so, call) => worded(so, call, wordFor(call, right)), state);
  const afterCalls = wordAll(after, calls, `One of ${many} at once: ${fitsSomeOrder}`);
  return wordAll(afterCalls, reads, `What some order of the ${many} before it leaves.`);
};

const fitsSomeOrder = 'in some order they give these answers and the balance afterwards.';

const wordAtOnce = (call: Call, sentence: string): CallWord => {
  const answer = hearAnswer(call.exchange);
  if (answer.kind === 'none') return unjudged(wordOfSilence(call));
  if (answer.kind === 'odd') return unjudged(eitherIsRight);
  if (answer.kind === 'error' && call.expect.kind === 'any') return unjudged(eitherIsRight);
  const [heard] = hear(call);
  const { said, callback } = heard ?? {};
  return said?.kind === 'balance' && callback !== undefined
    ? { kind: 'right', sentence, actual: renderAtScale(said.actual, callback.currency) }
    : { kind: 'right', sentence };
};

/** What is said of each answer, by the id of its exchange; of what was judged twice the last word. */
export const wordsIn = ({ words }: Pick<Case, 'words'>): ReadonlyMap<string, CallWord> =>
  new Map([...newestFirst(words)].reverse().map(({ exchangeId, word }) => [exchangeId, word] as const));
