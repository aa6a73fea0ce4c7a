import { isMap, isScalar, isSeq, type Node } from 'yaml';
import type { z } from 'zod';
import { closestWord, listWords } from './closest-word.ts';
import { nodeAt, shownText } from './locate.ts';
import type { Path, Problem } from './problem.ts';
import type { Source } from './read-source.ts';
import { explainWrittenValue } from './written-mistakes.ts';

export type Issue = z.core.$ZodIssue;

export type IssueOf<C extends Issue['code']> = Extract<Issue, { code: C }>;

type Sentence = Omit<Problem, 'span'>;

/** A value that does not fit, as a writer understands it. */
export const explainValue = (source: Source, issue: Issue, path: Path): Sentence => {
  const written = explainWrittenValue(source, path);
  if (written !== undefined) return { ...written, message: `${nameOf(path)}: ${written.message}` };
  const expected = issue.message === '' ? expectation(issue) : issue.message;
  const message = `${nameOf(path)}: ${expected}, not ${describeFor(source, issue, path)}`;
  return { message, remedy: remedyFor(source, issue, path) };
};

export const explainMissing = (path: Path): Sentence => ({
  message: `${nameOf(path.slice(0, -1))} needs the key \`${String(path.at(-1))}\``,
  remedy: `add \`${String(path.at(-1))}: …\``,
});

/** `bet`, `wins[1]`, or the file when there is no key at all. */
const nameOf = (path: Path): string => {
  const key = path.findLastIndex((segment) => typeof segment === 'string');
  if (key < 0) return path.length === 0 ? 'the file' : `item ${Number(path.at(-1)) + 1}`;
  const indices = path.slice(key + 1).map((index) => `[${String(index)}]`);
  return `\`${String(path[key])}${indices.join('')}\``;
};

const remedyFor = (source: Source, issue: Issue, path: Path): string => {
  const node = nodeAt(source, path);
  if (issue.code === 'invalid_value') return meantValue(node, issue);
  if (issue.code === 'too_small' && isSeq(node)) return 'add an item: `- …`';
  return issue.code === 'invalid_type' ? remedyForType(source, issue, path) : '';
};

const remedyForType = (source: Source, { expected, message }: IssueOf<'invalid_type'>, path: Path): string => {
  const node = nodeAt(source, path);
  const name = String(path.at(-1));
  if (expected === 'array') return remedyForList(node, name, shownText(source, path));
  if (!isScalar(node)) return '';
  if (expected === 'object' || expected === 'record') {
    return node.value === null ? `write \`${name}: {}\`` : '';
  }
  return message === '' ? remedyForScalar(node.value, expected) : '';
};

const remedyForScalar = (value: unknown, expected: string): string => {
  if (value === null) return 'write a value after it';
  if (expected === 'string') return 'put it in quotes';
  const isNumber = expected === 'number' || expected === 'int';
  if (isNumber && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) return 'leave the quotes out';
  return expected === 'boolean' ? (booleans[String(value).toLowerCase()] ?? '') : '';
};

const remedyForList = (node: Node | undefined, name: string, written: string): string => {
  if (isMap(node)) return 'begin each item with a dash and a space: `- `';
  if (!isScalar(node)) return '';
  return written === '' ? 'write the items below it' : `write \`${name}: [${written}]\``;
};

/** How YAML of old wrote them. */
const booleans: Readonly<Record<string, string>> = {
  yes: 'write `true`',
  on: 'write `true`',
  no: 'write `false`',
  off: 'write `false`',
};

/** The values are in the message already: only a near one is worth a remedy. */
const meantValue = (node: Node | undefined, { values }: IssueOf<'invalid_value'>): string => {
  if (!isScalar(node)) return '';
  const meant = closestWord(String(node.value), values.map(String));
  return meant === undefined ? '' : `did you mean \`${meant}\`?`;
};

/** Longer texts are cut in messages. */
const longest = 40;

/** Of a list that is too long, how long it is. */
const describeFor = (source: Source, { code }: Issue, path: Path): string => {
  const node = nodeAt(source, path);
  return code === 'too_big' && isSeq(node) ? String(node.items.length) : describeValue(source, path);
};

/** A value as a sentence names it; a scalar as it is written, secrets masked. */
const describeValue = (source: Source, path: Path): string => {
  const node = nodeAt(source, path);
  if (isMap(node)) return 'a mapping';
  if (isSeq(node)) return node.items.length === 0 ? 'an empty list' : 'a list';
  const [start, end] = node?.range ?? [0, 0];
  if (!isScalar(node) || start === end) return 'nothing';
  const written = source.page.text.slice(start, end).replaceAll(/\s+/g, ' ').trim();
  const characters = [...written];
  const shown = characters.length > longest ? `${characters.slice(0, longest).join('')}…` : written;
  return `\`${shown}\``;
};

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  object: 'a mapping (`key: value`)',
  record: 'a mapping (`key: value`)',
  array: 'a list',
};

/** What a value was expected to be: "expected a list". */
const expectation = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${typeWords[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected ${listWords(issue.values.map(String), 'or')}`;
    case 'too_small':
      return `expected ${atLeast(issue)}`;
    case 'too_big':
      return `expected at most ${issue.maximum}${unitOf(issue)}`;
    default:
      return 'expected something else';
  }
};

const atLeast = (issue: Extract<Issue, { code: 'too_small' }>): string => {
  if (issue.origin === 'string') return 'some text';
  return `at least ${issue.minimum}${unitOf(issue)}`;
};

const unitOf = ({ origin }: { readonly origin: string }): string => {
  if (origin === 'array') return ' in the list';
  return origin === 'string' ? ' characters' : '';
};
