import { isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml';
import type { z } from 'zod';
import { itemOf, listWords, meantWord, suggest } from './closest-word.ts';
import { locateKey, locateValue, nodeAt, shownText } from './locate.ts';
import { misplaced } from './misplaced.ts';
import type { Hint, Path, Problem } from './problem.ts';
import type { Source } from './read-source.ts';
import type { KeysAt } from './schema-keys.ts';
import { decimalCommaBefore, keyMistake, valueMistake } from './written-mistakes.ts';

/** What a format knows of its writers' mistakes; undefined where it knows nothing. */
export interface Hints {
  readonly key?: (unknown: UnknownKey) => Hint | undefined;
  /** `written`: a scalar as it is written, without its quotes, secrets masked. */
  readonly value?: (path: Path, written: string) => Hint | undefined;
  /** What may stand after a key that takes a mapping: `{ bet: 10 }`. */
  readonly examples?: Readonly<Record<string, string>>;
  /** Keys of another format, none of ours beside them: the whole file was meant for that one. */
  readonly instead?: { readonly keys: readonly string[] } & Hint;
}

interface UnknownKey {
  readonly key: string;
  readonly path: Path;
  /** The keys beside it, itself among them; those that are known there; where it belongs, if it is known elsewhere. */
  readonly siblings: readonly string[];
  readonly known: readonly string[];
  readonly elsewhere: Hint | undefined;
}

interface Explaining {
  readonly source: Source;
  readonly hints: Hints;
  readonly keysAt: KeysAt;
}

type Issue = z.core.$ZodIssue;

/** A problem and what it is about: a key that is not known, a value (or a lack of one), or a mapping as a whole. */
interface Explained extends Problem {
  readonly kind: 'key' | 'value' | 'whole';
  readonly path: Path;
  readonly covers?: readonly Path[];
}

/** More mistakes, of one mapping and of all, are told once these are corrected: each of them is looked at closely. */
const mostExplained = 200;

/** What a schema found wrong, as a writer understands it. What follows from another problem is told with that one alone. */
export const explain = (about: Explaining, issues: readonly Issue[]): readonly Problem[] => {
  const { source, hints, keysAt } = about;
  const keys = isMap(source.root) ? Object.keys(source.value as object) : [];
  const isMeant = keys.some((key) => hints.instead?.keys.includes(key));
  if (hints.instead !== undefined && isMeant && !keys.some((key) => keysAt([]).includes(key))) {
    return [{ span: locateKey(source, keys.slice(0, 1)), ...hints.instead }];
  }
  const problems = issues.slice(0, mostExplained).flatMap((issue) => explainIssue(about, issue, []));
  const covered = new Set(problems.flatMap(({ covers = [] }) => covers.map(nameOfPath)));
  const telling = problems.filter(({ path }) => !covered.has(nameOfPath(path)));
  // A key that is not known says more than what its mapping lacks.
  const withKey = new Set(telling.flatMap(({ kind, path }) => (kind === 'key' ? [nameOfPath(path.slice(0, -1))] : [])));
  return telling.filter(({ kind, path }) => kind !== 'whole' || !withKey.has(nameOfPath(path)));
};

const nameOfPath = (path: Path): string => JSON.stringify(path.map(String));

/** `outer`: where the path of the issue starts. */
const explainIssue = (about: Explaining, issue: Issue, outer: Path): Explained[] => {
  const path = [...outer, ...issue.path];
  const { source } = about;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.slice(0, mostExplained).map((key) => ({ kind: 'key', ...explainKey(about, [...path, key]) }));
    case 'invalid_union': {
      const isOwn = issue.message !== '' || hintOf(about, path) !== undefined;
      return isOwn
        ? [explainOne(about, issue, path)]
        : closest(issue.errors).flatMap((inner) => explainIssue(about, inner, path));
    }
    case 'custom': {
      // A schema's own check gives `params: { remedy }`; `at: 'key'` points at the key.
      const { remedy = '', at } = (issue.params ?? {}) as { readonly remedy?: string; readonly at?: 'key' };
      const message = issue.message.replace('{value}', () => shownText(source, path));
      return at === 'key'
        ? [{ kind: 'value', path, span: locateKey(source, path), message, remedy }]
        : [{ kind: 'whole', path, span: locateValue(source, path), message, remedy }];
    }
    case 'invalid_key':
      return issue.issues.map(({ message }) => ({
        kind: 'value',
        path,
        span: locateKey(source, path),
        message: `\`${String(path.at(-1))}\`: ${message}`,
        remedy: '',
      }));
    default:
      return [explainOne(about, issue, path)];
  }
};

const explainKey = ({ source, hints, keysAt }: Explaining, path: Path): Omit<Explained, 'kind'> => {
  const span = locateKey(source, path);
  const holder = path.slice(0, -1);
  const node = nodeAt(source, holder);
  const siblings = isMap(node) ? node.items.map(({ key }) => String(key)) : [];
  const known = keysAt(holder);
  const key = String(path.at(-1));
  const elsewhere = misplaced(source, keysAt, { path, siblings });
  const hint =
    decimalCommaBefore(source, path) ??
    keyMistake(source, path) ??
    hints.key?.({ key, path, siblings, known, elsewhere }) ??
    elsewhere;
  if (hint !== undefined) return { path, span, ...hint };
  const meant = meantWord(key, known, siblings);
  const message = `unknown key \`${key}\``;
  if (meant === undefined) {
    return { path, span, message, remedy: known.length === 0 ? '' : `known here: ${listWords(known, 'and')}` };
  }
  return { path, span, message, remedy: `did you mean \`${meant}\`?`, covers: [[...holder, meant]] };
};

const hintOf = ({ source, hints }: Explaining, path: Path): Hint | undefined =>
  isScalar(nodeAt(source, path)) ? hints.value?.(path, shownText(source, path)) : undefined;

const explainOne = (about: Explaining, issue: Issue, path: Path): Explained => {
  const base = { kind: 'value', path, span: locateValue(about.source, path) } as const;
  if (nodeAt(about.source, path) === undefined) {
    const key = String(path.at(-1));
    return { ...base, message: `${nameOf(path.slice(0, -1))} needs the key \`${key}\``, remedy: `add \`${key}: …\`` };
  }
  return { ...base, ...(hintOf(about, path) ?? explainValue(about, issue, path)) };
};

/**
 * The issues of that branch of a union which the writer most probably meant: another type is farthest,
 * another value of the type nearer, something wrong inside nearest.
 */
const closest = (branches: readonly (readonly Issue[])[]): readonly Issue[] => {
  const weights: Partial<Record<Issue['code'], number>> = { invalid_type: 1000, invalid_value: 100 };
  const distance = (issues: readonly Issue[]): number =>
    issues.reduce((sum, { code, path }) => sum + (path.length > 0 ? 1 : (weights[code] ?? 1)), 0);
  return branches.toSorted((a, b) => distance(a) - distance(b))[0] ?? [];
};

/** `bet`, `wins[1]`, or the file when there is no key at all. */
const nameOf = (path: Path): string => {
  const key = path.findLastIndex((segment) => typeof segment === 'string');
  if (key < 0) return path.length === 0 ? 'the file' : `item ${Number(path.at(-1)) + 1}`;
  return `\`${String(path[key])}${path
    .slice(key + 1)
    .map((index) => `[${String(index)}]`)
    .join('')}\``;
};

/** A value that does not fit. */
const explainValue = (about: Explaining, issue: Issue, path: Path): Hint => {
  const { source } = about;
  const node = nodeAt(source, path);
  const written = shownText(source, path);
  const expected = issue.message === '' ? expectation(issue) : issue.message;
  const mistake = valueMistake(written, expected);
  if (mistake !== undefined) return { ...mistake, message: `${nameOf(path)}: ${mistake.message}` };
  const isMapping = issue.code === 'invalid_type' && (issue.expected === 'object' || issue.expected === 'record');
  const shape = isMapping ? mappingDue(about, node, path) : undefined;
  if (shape !== undefined) return shape;
  if (issue.code === 'invalid_type' && issue.expected === 'array' && isMap(node) && path.length > 0)
    return listDue(node, path);
  const length = issue.code === 'too_big' && isSeq(node) ? String(node.items.length) : describe(source, node);
  const remedy = path.length === 0 ? `expected ${source.expects}` : remedyFor(issue, { expected, node, written, path });
  return { message: `${nameOf(path)}: ${expected}, not ${length}`, remedy };
};

/** Text, a number, a list or nothing where a mapping is due. */
const mappingDue = (
  { source, hints: { examples = {} }, keysAt }: Explaining,
  node: Node | undefined,
  path: Path,
): Hint | undefined => {
  const key = String(path.at(-1));
  const example = Object.hasOwn(examples, key) ? examples[key] : undefined;
  const written = shownText(source, path);
  if (path.length === 0) return undefined;
  if (typeof path.at(-1) === 'number')
    return isScalar(node) ? itemDue(written, { keys: keysAt(path), path, examples }) : undefined;
  if (isSeq(node) && keysAt(path).includes('steps')) {
    const remedy = `write \`steps:\` below \`${key}:\`, and the list below it`;
    return { message: `the steps of \`${key}\` stand inside \`steps\``, remedy };
  }
  if (isSeq(node)) return { message: `\`${key}\` takes keys, and this is a list`, remedy: 'leave the dashes out' };
  if (example === undefined) return undefined;
  if (written === '') return { message: `nothing stands after \`${key}:\``, remedy: `write \`${key}: ${example}\`` };
  const isNumber = /^\d+$/.test(written);
  const place = isNumber ? /\d+/ : /(?<=: )[a-z]+/;
  if (!isNumber && !place.test(example)) return undefined;
  const message = `\`${key}\` takes a mapping, and \`${written}\` is ${isNumber ? 'a number' : 'text'}`;
  return { message, remedy: `write \`${key}: ${example.replace(place, () => written)}\`` };
};

/** An item that is text, and should have keys. */
const itemDue = (
  written: string,
  { keys, path, examples }: { keys: readonly string[]; path: Path; examples: Readonly<Record<string, string>> },
): Hint | undefined => {
  const [word = ''] = written.split(/[\s:]/);
  const meant = meantWord(word.replaceAll('_', ''), keys);
  const item = itemOf(String(path.at(-2)));
  if (meant !== undefined) {
    return {
      message: `${item.replace(/^an?/, 'the')} \`${word}\` has no colon`,
      remedy: `write \`- ${meant}: ${examples[meant] ?? '{}'}\``,
    };
  }
  const remedy = keys[0] === 'id' ? `write \`- id: ${written}\`` : `known here: ${listWords(keys, 'and')}`;
  return { message: `${item} is a mapping, and \`${written}\` is text`, remedy };
};

/** A mapping where a list is due: its items have no dashes, or no space behind them. */
const listDue = (node: Node, path: Path): Hint => {
  const first = isMap(node) ? String(node.items[0]?.key ?? '') : '';
  const key = nameOf(path);
  const message = first.startsWith('-')
    ? `a space is missing after the dashes of ${key}`
    : `${key} is a list, and the dashes are missing`;
  const name = first.replace(/^-/, '');
  const item = itemOf(String(path.at(-1))).replace(/^an? /, '');
  return { message, remedy: `begin each ${item} with a dash and a space: \`- ${name}: …\`` };
};

interface Wrong {
  readonly expected: string;
  readonly node: Node | undefined;
  readonly written: string;
  readonly path: Path;
}

const remedyFor = (issue: Issue, { expected, node, written, path }: Wrong): string => {
  if (issue.code === 'too_small' || issue.code === 'too_big')
    return isSeq(node) && issue.code === 'too_small' ? 'add an item: `- …`' : '';
  return isScalar(node) ? remedyForScalar(issue, { expected, node, written, path }) : '';
};

const remedyForScalar = (issue: Issue, { expected, node, written, path }: Wrong & { node: Scalar }): string => {
  const name = String(path.at(-1));
  const type = issue.code === 'invalid_type' ? issue.expected : '';
  if (type === 'array') return written === '' ? 'write the items below it' : `write \`${name}: [${written}]\``;
  if (node.value === null)
    return ['object', 'record'].includes(type) ? `write \`${name}: {}\`` : 'write a value after it';
  if (type === 'string' && issue.message === '') return 'put it in quotes';
  // How YAML of old wrote them.
  if (type === 'boolean')
    return /^(?:yes|on)$/i.test(written) ? 'write `true`' : /^(?:no|off)$/i.test(written) ? 'write `false`' : '';
  return wordFor(issue, { expected, node, written, path });
};

/** The values are in the message already: only a near one is worth a remedy. */
const wordFor = (issue: Issue, { expected, node, written }: Wrong & { node: Scalar }): string => {
  const isQuoted = typeof node.value === 'string' && /^-?\d+(?:\.\d+)?$/.test(written);
  if (isQuoted && expected.includes('number')) return 'leave the quotes out';
  if (expected.includes('URL') && !written.includes('://')) return 'write http:// or https:// before it';
  const isCode = expected.includes('in capitals') && /^[a-z]{2,4}$/.test(written);
  const quoted = [...expected.matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word);
  const words = issue.code === 'invalid_value' ? issue.values.map(String) : quoted;
  return suggest(written, words, isCode ? `write \`${written.toUpperCase()}\`` : '');
};

/** Longer texts are cut in messages. */
const longest = 40;

/** A value as a sentence names it; a scalar as it is written, secrets masked. */
const describe = (source: Source, node: Node | undefined): string => {
  if (isMap(node)) return 'a mapping';
  if (isSeq(node)) return node.items.length === 0 ? 'an empty list' : 'a list';
  const [start, end] = node?.range ?? [0, 0];
  if (start === end) return 'nothing';
  const characters = [...source.page.text.slice(start, end).replaceAll(/\s+/g, ' ').trim()];
  return `\`${characters.length > longest ? `${characters.slice(0, longest).join('')}…` : characters.join('')}\``;
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
      return issue.origin === 'string' ? 'expected some text' : `expected at least ${issue.minimum}${unitOf(issue)}`;
    case 'too_big':
      return `expected at most ${issue.maximum}${unitOf(issue)}`;
    default:
      return 'expected something else';
  }
};

const unitOf = ({ origin }: { readonly origin: string }): string =>
  ({ array: ' in the list', string: ' characters' })[origin] ?? '';
