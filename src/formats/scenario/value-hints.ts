import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { namesOf } from '../../spec/closed-list.ts';
import { forgeries } from '../../spec/fault.ts';
import { agentErrorCodes, refusals } from '../../spec/refusal.ts';
import { closestWord, listWords } from '../document/closest-word.ts';
import { type Hint, keysAt, type WrongValue } from '../document/hints.ts';
import type { Path } from '../document/problem.ts';
import { durationHint } from '../duration-hint.ts';
import { actions } from './scenario-schema.ts';

/** What a writer meant by a value that does not fit. */
export const valueHint = ({ path, node, written, root }: WrongValue): Hint | undefined => {
  if (path.length === 0) return wholeFile(node);
  if (!isScalar(node)) return shapeHint(node, path, root);
  const key = path.at(-1);
  if (typeof key === 'number') return path.at(-2) === 'steps' ? bareStep(written) : undefined;
  return hintsOf[String(key)]?.(written, path);
};

const wholeFile = (node: Node): Hint => {
  const remedy = 'begin with `scenario: title`, then `steps:` and the list below it';
  if (isSeq(node)) return { message: 'the file is a list, and a scenario has a title and steps', remedy };
  return { message: 'the file is text without `key: value`, and so no scenario', remedy };
};

/** A list where a mapping is due, or the other way round. */
const shapeHint = (node: Node, path: Path, root: unknown): Hint | undefined => {
  const key = String(path.at(-1));
  if (isMap(node)) return key === 'steps' ? withoutDashes(root, path) : undefined;
  if (key === 'together' || key === 'repeat') {
    const message = `the steps of \`${key}\` stand inside \`steps\``;
    return { message, remedy: `write \`steps:\` below \`${key}:\`, and the list below it` };
  }
  if (!actions.some((action) => action === key)) return undefined;
  const message = `\`${key}\` takes keys, and this is a list`;
  return { message, remedy: 'leave the dashes out' };
};

/** `steps:` with steps below it that have no dashes, or no space behind them. */
const withoutDashes = (root: unknown, path: Path): Hint => {
  const [first = ''] = keysAt(root, path);
  const isNarrow = first.startsWith('-');
  const name = first.replace(/^-/, '');
  const message = isNarrow
    ? 'a space is missing after the dashes of `steps`'
    : '`steps` is a list, and the dashes are missing';
  return { message, remedy: `begin each step with a dash and a space: \`- ${name}: …\`` };
};

const bareStep = (written: string): Hint => {
  const [word = ''] = written.split(/[\s:]/);
  const meant = closestWord(word.replaceAll('_', ''), actions);
  if (meant === undefined) {
    const message = `a step is a mapping such as \`getBalance: {}\`, and \`${word}\` is text`;
    return { message, remedy: `the steps are ${listWords(actions, 'and')}` };
  }
  const message = `the step \`${word}\` has no colon`;
  return { message, remedy: `write \`- ${meant}: ${emptyOf[meant] ?? '{}'}\`` };
};

/** What stands after each step at least. */
const emptyOf: Readonly<Record<string, string>> = {
  makeBet: '{ bet: 10 }',
  rollback: '{ of: first }',
  resend: 'first',
  wait: '5s',
  others: '10',
  together: '{ count: 10, step: … }',
  repeat: '{ count: 10, step: … }',
  pack: '{ total: 5 }',
};

type ValueHint = (written: string, path: Path) => Hint | undefined;

const amountHint: ValueHint = (written, path) => {
  const key = String(path.at(-1));
  const [, number] = /^["']?[\p{Sc}]?\s*(\d+(?:\.\d+)?)\s*(?:[A-Za-z]{2,5}|\p{Sc})?["']?$/u.exec(written) ?? [];
  if (number !== undefined && !/^[\d.]+$/.test(written)) {
    const remedy = `write ${number}; the currency stands beside the call, such as \`currency: USD\``;
    return { message: `\`${key}\`: \`${written}\` has a currency in it`, remedy };
  }
  const negative = /^-(\d.*)$/.exec(written);
  if (negative !== null) {
    const message = `\`${key}\`: an amount cannot be negative, and \`${written}\` is`;
    const remedy = `write ${negative[1]}; to send a negative one: \`fields: { ${key}: ${written} }\``;
    return { message, remedy };
  }
  const isAll = /^(?:all|max|everything)$/i.test(written);
  const meant = isAll ? 'balance' : closestWord(written, ['balance']);
  if (meant === undefined || key === 'fund') return undefined;
  const message = `\`${key}\`: \`${written}\` is no amount`;
  return { message, remedy: `did you mean \`${meant}\`?` };
};

const expectHint: ValueHint = (written) => {
  if (/^(?:rejected|declined|denied|error|failed|fail|refuse)$/i.test(written)) {
    const message = `\`expect\`: there is no word \`${written}\``;
    return { message, remedy: 'did you mean `refused`?' };
  }
  const [, code] = /^(?:refused\s+)?(\w+)$/.exec(written) ?? [];
  const meant = code === undefined || isAnswerWord(code) ? undefined : meantCode(code);
  if (meant !== undefined && !['refused', 'any'].includes(written)) {
    const message = `\`expect\`: \`${written}\` stands alone, and a code belongs after \`refused\``;
    return { message, remedy: `write \`expect: { refused: ${meant} }\`` };
  }
  if (!isAnswerWord(written) && !/^[\d.]+$/.test(written)) return undefined;
  const message = `\`expect\`: \`${written}\` cannot be expected, since the ledger judges every answer`;
  return { message, remedy: 'leave `expect` out' };
};

const isAnswerWord = (word: string): boolean => /^(?:ok|success|accepted|passed|true|balance)$/i.test(word);

const meantCode = (code: string): string | undefined => closestWord(code, agentErrorCodes);

const refusedHint: ValueHint = (written) => {
  const code = written.replaceAll(/["']/g, '');
  const meant = meantCode(code);
  if (code === 'true') {
    return {
      message: '`refused` takes a code, and `true` is none',
      remedy: 'write `expect: refused`',
    };
  }
  const message = `there is no code \`${code}\` in section 7`;
  if (meant !== undefined) return { message, remedy: `did you mean \`${meant}\`?` };
  if (Object.hasOwn(refusals, code)) {
    const message = `\`${code}\` is a code of the platform, and an agent's is expected`;
    return { message, remedy: `one of ${listWords(agentErrorCodes, 'or')}` };
  }
  const remedy = `a code of your agent's own is written \`refused: { own: ${code} }\``;
  return { message, remedy };
};

const currencyHint: ValueHint = (written) => {
  const upper = written.replaceAll(/["']/g, '').toUpperCase();
  const meant = currencyWords[upper] ?? (/^[A-Z][A-Z0-9]{1,9}$/.test(upper) ? upper : undefined);
  const message = `\`currency\`: \`${written}\` is no currency code in capitals, nor \`main\` or \`second\``;
  return { message, remedy: meant === undefined ? 'write such as USD' : `write \`${meant}\`` };
};

const currencyWords: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  FIRST: 'main',
  THIRD: 'second',
  OTHER: 'second',
};

const signatureHint: ValueHint = (written) => {
  const message = `\`signature\`: there is no way of signing \`${written}\``;
  const forgery = namesOf(forgeries).find((name) => name === written);
  if (forgery !== undefined) {
    const message = `\`signature\`: \`${written}\` is a forgery, and is written with \`forged\``;
    return { message, remedy: `write \`signature: { forged: ${forgery} }\`` };
  }
  const meant = signatureWords[written];
  return meant === undefined ? undefined : { message, remedy: `did you mean \`${meant}\`?` };
};

const signatureWords: Readonly<Record<string, string>> = {
  invalid: 'wrong',
  bad: 'wrong',
  false: 'wrong',
  missing: 'none',
  no: 'none',
  absent: 'none',
};

const playerHint: ValueHint = (written) => {
  if (/^\d{3,}$/.test(written)) {
    return { message: `\`player\`: 100 players are the most, and this is ${written}`, remedy: '' };
  }
  if (/^[1-9]\d*$/.test(written)) {
    const message = `\`player\`: "${written}" is text, and players are numbers`;
    return { message, remedy: `write \`player: ${written}\`, without quotes` };
  }
  if (written === '0') {
    return {
      message: '`player`: players are counted from 1, and `0` is none',
      remedy: 'write `player: 1`',
    };
  }
  const message = `\`player\`: \`${written}\` is no number, and players are numbered from 1`;
  return { message, remedy: 'write `player: 1` for the first, or `unknown` for one nobody knows' };
};

const callHint: ValueHint = (written, path) => {
  const action = String(path.at(-1));
  const call = emptyOf[action] ?? '{}';
  if (written === '') {
    return {
      message: `nothing stands after \`${action}:\``,
      remedy: `write \`${action}: ${call}\``,
    };
  }
  if (action === 'rollback' && /^\w[\w-]*$/.test(written)) {
    const message = '`rollback` takes the call to cancel after `of`';
    return { message, remedy: `write \`rollback: { of: ${written} }\`` };
  }
  if (!/^\d+$/.test(written)) return undefined;
  const example = numberExamples[action]?.(written) ?? call;
  const message = `\`${action}\` takes a mapping, and \`${written}\` is a number`;
  return { message, remedy: `write \`${action}: ${example}\`` };
};

const numberExamples: Readonly<Record<string, (written: string) => string>> = {
  makeBet: (written) => `{ bet: ${written} }`,
  pack: (written) => `{ total: ${written} }`,
  together: (written) => `{ count: ${written}, step: … }`,
  repeat: (written) => `{ count: ${written}, step: … }`,
};

const waitHint: ValueHint = (written, path) => durationHint(String(path.at(-1)), written);

const hintsOf: Readonly<Record<string, ValueHint>> = {
  bet: amountHint,
  win: amountHint,
  fund: amountHint,
  expect: expectHint,
  refused: refusedHint,
  currency: currencyHint,
  signature: signatureHint,
  player: playerHint,
  getBalance: callHint,
  makeBet: callHint,
  rollback: callHint,
  together: callHint,
  repeat: callHint,
  pack: callHint,
  wait: waitHint,
  patience: waitHint,
};
