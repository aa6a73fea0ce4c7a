import { closestWord, suggest } from './closest-word.ts';
import { explainMissing, explainValue, type Issue, type IssueOf } from './explain-value.ts';
import type { Hint, Hints } from './hints.ts';
import { locateKey, locateValue, nodeAt, shownText } from './locate.ts';
import type { Path, Problem } from './problem.ts';
import type { Source } from './read-source.ts';
import { explainWrittenKey } from './written-mistakes.ts';

/** What is explained: the text, and what its format knows of mistakes in it. */
export interface Explaining {
  readonly source: Source;
  readonly hints: Hints;
}

/** A problem, what it is about, and the values of which nothing else is worth telling. */
export interface Explained extends Problem {
  /** A key that is not known, a value (or a lack of one), or something about a mapping as a whole. */
  readonly kind: 'key' | 'value' | 'whole';
  readonly path: Path;
  readonly covers: readonly Path[];
}

export const keyName = (path: Path): string => JSON.stringify(path.map(String));

/** A remedy that a schema's own check gives: `params: { remedy }`; `at: 'key'` points at the key. */
interface CheckParams {
  readonly remedy?: string;
  readonly at?: 'key';
}

/** What a schema found wrong, as a writer understands it. `outer`: where the path of the issue starts. */
export const explainIssue = (about: Explaining, issue: Issue, outer: Path = []): Explained[] => {
  const path = [...outer, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => explainKey(about, issue.message.split(' '), [...path, key]));
    case 'invalid_union':
      return explainUnion(about, issue, path);
    case 'custom':
      return [explainCheck(about, issue, path)];
    case 'invalid_key':
      return issue.issues.map(({ message }) => wrongKey(about, path, message));
    default:
      return [explainOne(about, issue, path)];
  }
};

const explainKey = ({ source, hints }: Explaining, known: readonly string[], path: Path): Explained => {
  const key = String(path.at(-1));
  const span = locateKey(source, path);
  const hint = explainWrittenKey(source, path) ?? hints.key({ key, path, root: source.value });
  const base = { kind: 'key', path, span } as const;
  if (hint !== undefined) return { ...base, ...withCovers(hint) };
  const meant = closestWord(key, known);
  const covers = meant === undefined ? [] : [[...path.slice(0, -1), meant]];
  return { ...base, message: `unknown key \`${key}\``, remedy: suggest(key, known), covers };
};

const withCovers = ({ message, remedy, covers = [], part }: Hint) => ({
  message,
  remedy,
  covers,
  ...(part === undefined ? {} : { span: part }),
});

const explainUnion = (about: Explaining, issue: IssueOf<'invalid_union'>, path: Path): Explained[] => {
  if (issue.message !== '' || hintOf(about, path) !== undefined) {
    return [explainOne(about, issue, path)];
  }
  return closestBranch(issue.errors).flatMap((inner) => explainIssue(about, inner, path));
};

const explainCheck = ({ source }: Explaining, { message, params }: IssueOf<'custom'>, path: Path): Explained => {
  const { remedy = '', at }: CheckParams = params ?? {};
  const locate = at === 'key' ? locateKey : locateValue;
  const kind = at === 'key' ? 'value' : 'whole';
  const told = message.replace('{value}', shownText(source, path));
  return { kind, path, covers: [], span: locate(source, path), message: told, remedy };
};

const wrongKey = ({ source }: Explaining, path: Path, message: string): Explained => ({
  kind: 'value',
  path,
  covers: [],
  span: locateKey(source, path),
  message: `\`${String(path.at(-1))}\`: ${message}`,
  remedy: '',
});

const hintOf = ({ source, hints }: Explaining, path: Path): Hint | undefined => {
  const node = nodeAt(source, path);
  if (node === undefined) return undefined;
  return hints.value({ path, node, written: shownText(source, path), root: source.value });
};

const explainOne = (about: Explaining, issue: Issue, path: Path): Explained => {
  const { source } = about;
  const base = { kind: 'value', path, covers: [], span: locateValue(source, path) } as const;
  if (nodeAt(source, path) === undefined) return { ...base, ...explainMissing(path) };
  const hint = hintOf(about, path);
  if (hint !== undefined) return { ...base, ...withCovers(hint) };
  return { ...base, ...explainValue(source, issue, path) };
};

type Issues = readonly Issue[];

/** The issues of that branch of a union which the writer most probably meant. */
const closestBranch = (branches: readonly Issues[]): Issues =>
  branches.toSorted((a, b) => distance(a) - distance(b))[0] ?? [];

/** Another type is farthest, another value of the type nearer, something wrong inside nearest. */
const distance = (issues: Issues): number =>
  issues.reduce((sum, { code, path }) => {
    if (path.length > 0) return sum + 1;
    return sum + (weights[code] ?? 1);
  }, 0);

const weights: Partial<Record<Issue['code'], number>> = {
  invalid_type: 1000,
  invalid_value: 100,
};
