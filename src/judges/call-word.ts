import type { Finding } from '../formats/judgement.ts';
import { append, newestFirst } from '../ledger/chain.ts';
import { showsBalance } from '../ledger/heard-call.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { step } from '../ledger/step.ts';
import { renderAtScale } from '../money/currency-scale.ts';
import { plural } from '../text/quantity-text.ts';
import { describeError } from '../wire/read-answer.ts';
import type { Call } from './call.ts';
import type { CallWord, Case } from './case.ts';
import { type Heard, hear, hearAnswer, openingBalance } from './hear.ts';
import { sentenceOfBalance } from './live/tell.ts';

/** The case after a call was judged by itself, with what is said of its answer. */
export const withWord = (before: Case, after: Case, call: Call): Case =>
  worded(after, call, wordOf(before, after, call));

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

const wordOfSilence = ({ exchange: { answer } }: Call): string =>
  answer.kind === 'failed' && answer.failure === 'dropped'
    ? 'Its answer was lost on purpose: whether the agent applied it is shown by later calls.'
    : `There was no answer: ${answer.kind === 'failed' ? answer.message : ''}`;

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
