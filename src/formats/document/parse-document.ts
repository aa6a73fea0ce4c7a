import type { z } from 'zod';
import { type Cursor, complaintsOf, examine } from './cursor.ts';
import { type Explained, explainIssue, keyName } from './explain-issue.ts';
import { type Hints, noHints } from './hints.ts';
import { type Path, type Problem, problemsError } from './problem.ts';
import { type DocumentText, readSource, type Source } from './read-source.ts';

interface DocumentForm<S extends z.ZodType, T> extends DocumentText {
  readonly schema: S;
  /** Makes the typed value; complains to the cursor of what a schema cannot check. */
  readonly convert: (value: z.output<S>, root: Cursor) => T;
  readonly hints?: Hints;
  /** The value with what is wrong replaced, so that the rest can be converted, and complained of. */
  readonly mend?: (value: unknown, wrong: readonly Path[]) => unknown;
}

/**
 * The typed value of a YAML text. Throws one WalletproofError with the given code for whatever is
 * wrong: `file:line:column`, the line with a caret, and a remedy.
 */
export const parseDocument = <S extends z.ZodType, T>(form: DocumentForm<S, T>): T => {
  const { schema, convert, hints = noHints, mend, ...text } = form;
  const source = readSource(text);
  const result = schema.safeParse(source.value, { error: ownMessage });
  if (result.success) return examine(source, (root) => convert(result.data, root));
  const { issues } = result.error;
  const paths = issues.map(({ path }) => path);
  const mended = mend === undefined ? undefined : schema.safeParse(mend(source.value, paths));
  const others = mended?.success === true ? complaintsOf(source, (root) => convert(mended.data, root)) : [];
  const problems = explain(source, issues, hints);
  const told = new Set(problems.map(({ span }) => span.start));
  const untold = others.filter(({ span }) => !told.has(span.start));
  throw problemsError(source.page, [...problems, ...untold]);
};

interface CheckOptions {
  /** In place of the source's own, with the same shape. */
  readonly value?: unknown;
  readonly hints?: Hints;
}

/**
 * The value of a source by a schema, with its defaults filled in. Throws a WalletproofError that
 * points at what does not fit.
 */
export const checkSource = <S extends z.ZodType>(
  source: Source,
  schema: S,
  { value = source.value, hints = noHints }: CheckOptions = {},
): z.output<S> => {
  const result = schema.safeParse(value, { error: ownMessage });
  if (result.success) return result.data;
  throw problemsError(source.page, explain(source, result.error.issues, hints));
};

/** What follows from another problem is told with that one alone. */
const explain = (source: Source, issues: readonly z.core.$ZodIssue[], hints: Hints): readonly Problem[] => {
  const problems = issues.flatMap((issue) => explainIssue({ source, hints }, issue));
  const covered = new Set(problems.flatMap(({ covers }) => covers.map(keyName)));
  const telling = problems.filter(({ path }) => !covered.has(keyName(path)));
  return telling.filter((problem) => !isOfSameKey(problem, telling));
};

/** A key that is not known says more than what its mapping lacks. */
const isOfSameKey = (problem: Explained, all: readonly Explained[]): boolean =>
  problem.kind === 'whole' &&
  all.some(({ kind, path }) => kind === 'key' && keyName(path.slice(0, -1)) === keyName(problem.path));

/**
 * The error map of every check: empty where the schema has no message of its own, so that ours
 * are told apart from zod's; for unknown keys the keys that are known.
 */
const ownMessage = ({ code, inst }: z.core.$ZodRawIssue): string => {
  if (code !== 'unrecognized_keys') return '';
  const definition = (inst as z.core.$ZodObject | undefined)?._zod.def;
  return Object.keys(definition?.shape ?? {}).join(' ');
};
