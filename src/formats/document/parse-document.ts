import { isMap, isScalar, isSeq } from 'yaml';
import type { z } from 'zod';
import { closestWord, listWords, suggest } from './closest-word.ts';
import type { Cursor } from './cursor.ts';
import { examine, locateKey, locateValue, nodeAt } from './cursor.ts';
import type { Path, Problem } from './problem.ts';
import { problemsError } from './problem.ts';
import type { DocumentText, Source } from './read-source.ts';
import { readSource } from './read-source.ts';

interface DocumentForm<S extends z.ZodType, T> extends DocumentText {
  readonly schema: S;
  /** Makes the typed value; complains to the cursor of what a schema cannot check. */
  readonly convert: (value: z.output<S>, root: Cursor) => T;
}

/**
 * The typed value of a YAML text. Throws one WalletproofError with the given code for whatever is
 * wrong: `file:line:column`, the line with a caret, and a remedy.
 */
export const parseDocument = <S extends z.ZodType, T>({
  schema,
  convert,
  ...text
}: DocumentForm<S, T>): T => {
  const source = readSource(text);
  const value = checkSource(source, schema);
  return examine(source, (root) => convert(value, root));
};

/**
 * The value of a source by a schema, with its defaults filled in. Throws a WalletproofError that
 * points at what does not fit. `value`: in place of the source's own, with the same shape.
 */
export const checkSource = <S extends z.ZodType>(
  source: Source,
  schema: S,
  value: unknown = source.value,
): z.output<S> => {
  const result = schema.safeParse(value, { error: ownMessage });
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => explainIssue(source, issue));
  throw problemsError(source.page, withoutMisspelt(problems));
};

/** A key that is missing because it is misspelt is one problem, not two. */
const withoutMisspelt = (problems: readonly Explained[]): Explained[] => {
  const meant = new Set(problems.map((problem) => problem.meant));
  return problems.filter(({ missing }) => missing === undefined || !meant.has(missing));
};

type Issue = z.core.$ZodIssue;

type IssueOf<C extends Issue['code']> = Extract<Issue, { code: C }>;

/** A remedy that a schema's own check gives: `params: { remedy }`; `at: 'key'` points at the key. */
interface CheckParams {
  readonly remedy?: string;
  readonly at?: 'key';
}

/**
 * The error map of every check: empty where the schema has no message of its own, so that ours
 * are told apart from zod's; for unknown keys the keys that are known.
 */
const ownMessage = ({ code, inst }: z.core.$ZodRawIssue): string => {
  if (code !== 'unrecognized_keys') return '';
  const definition = (inst as z.core.$ZodObject | undefined)?._zod.def;
  return Object.keys(definition?.shape ?? {}).join(' ');
};

/** A problem, with the key that was not known but probably meant, or that is missing. */
interface Explained extends Problem {
  readonly meant?: string;
  readonly missing?: string;
}

/** What a schema found wrong, as a writer understands it. `outer`: where the path of the issue starts. */
const explainIssue = (source: Source, issue: Issue, outer: Path = []): Explained[] => {
  const path = [...outer, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return explainUnknownKeys(source, issue, path);
    case 'invalid_union':
      return explainUnion(source, issue, path);
    case 'custom':
      return [explainCheck(source, issue, path)];
    case 'invalid_key':
      return issue.issues.map(({ message }) => wrongKey(source, path, message));
    default:
      return [explainValue(source, issue, path)];
  }
};

const explainUnknownKeys = (source: Source, issue: IssueOf<'unrecognized_keys'>, path: Path) =>
  issue.keys.map((key): Explained => {
    const known = issue.message.split(' ');
    const meant = closestWord(key, known);
    return {
      span: locateKey(source, [...path, key]),
      message: `unknown key \`${key}\``,
      remedy: suggest(key, known),
      meant: meant === undefined ? undefined : keyName([...path, meant]),
    };
  });

const keyName = (path: Path): string => JSON.stringify(path.map(String));

const explainUnion = (source: Source, issue: IssueOf<'invalid_union'>, path: Path): Explained[] => {
  if (issue.message !== '') return [explainValue(source, issue, path)];
  return closestBranch(issue.errors).flatMap((inner) => explainIssue(source, inner, path));
};

const explainCheck = (source: Source, { message, params }: IssueOf<'custom'>, path: Path) => {
  const { remedy = '', at }: CheckParams = params ?? {};
  const locate = at === 'key' ? locateKey : locateValue;
  return { span: locate(source, path), message, remedy };
};

const wrongKey = (source: Source, path: Path, message: string): Problem => ({
  span: locateKey(source, path),
  message: `\`${String(path.at(-1))}\`: ${message}`,
  remedy: '',
});

const explainValue = (source: Source, issue: Issue, path: Path): Explained => {
  const span = locateValue(source, path);
  if (nodeAt(source, path) === undefined) {
    const message = `${nameOf(path.slice(0, -1))} needs the key \`${String(path.at(-1))}\``;
    const remedy = `add \`${String(path.at(-1))}: …\``;
    return { span, message, remedy, missing: keyName(path) };
  }
  const expected = issue.message === '' ? expectation(issue) : issue.message;
  const message = `${nameOf(path)}: ${expected}, not ${describeFor(source, issue, path)}`;
  return { span, message, remedy: remedyFor(source, issue, path) };
};

/** `bet`, `wins[1]`, or the file when there is no key at all. */
const nameOf = (path: Path): string => {
  const key = path.findLastIndex((segment) => typeof segment === 'string');
  if (key < 0) return path.length === 0 ? 'the file' : `item ${Number(path.at(-1)) + 1}`;
  const indices = path.slice(key + 1).map((index) => `[${String(index)}]`);
  return `\`${String(path[key])}${indices.join('')}\``;
};

const remedyFor = (source: Source, issue: Issue, path: Path): string => {
  const node = nodeAt(source, path);
  if (!isScalar(node)) return '';
  if (issue.code === 'invalid_value') return meantValue(String(node.value), issue);
  if (issue.code !== 'invalid_type' || issue.message !== '') return '';
  if (issue.expected === 'string' && node.value !== null) return 'put it in quotes';
  const isMapping = issue.expected === 'object' || issue.expected === 'record';
  return isMapping && node.value === null ? `write \`${String(path.at(-1))}: {}\`` : '';
};

/** The values are in the message already: only a near one is worth a remedy. */
const meantValue = (given: string, { values }: IssueOf<'invalid_value'>): string => {
  const meant = closestWord(given, values.map(String));
  return meant === undefined ? '' : `did you mean \`${meant}\`?`;
};

type Issues = readonly z.core.$ZodIssue[];

/** The issues of that branch of a union which the writer most probably meant. */
const closestBranch = (branches: readonly Issues[]): Issues =>
  branches.toSorted((a, b) => distance(a) - distance(b))[0] ?? [];

/** Another type is farthest, another value of the type nearer, something wrong inside nearest. */
const distance = (issues: Issues): number =>
  issues.reduce((sum, { code, path }) => {
    if (path.length > 0) return sum + 1;
    return sum + (weights[code] ?? 1);
  }, 0);

const weights: Partial<Record<z.core.$ZodIssue['code'], number>> = {
  invalid_type: 1000,
  invalid_value: 100,
};

/** Longer texts are cut in messages. */
const longest = 40;

/** Of a list that is too long, how long it is. */
const describeFor = (source: Source, { code }: Issue, path: Path): string => {
  const node = nodeAt(source, path);
  return code === 'too_big' && isSeq(node)
    ? String(node.items.length)
    : describeValue(source, path);
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
