import type { z } from 'zod';
import { type Explained, explainIssue, keyName } from './explain-issue.ts';
import { type Hints, noHints } from './hints.ts';
import { type Complaint, placeOf, problemOf } from './locate.ts';
import { type Path, type Place, type Problem, problemsError } from './problem.ts';
import { type DocumentText, readSource, type Source } from './read-source.ts';

interface DocumentChecks<S extends z.ZodType, C> {
  readonly schema: S;
  /** What a schema cannot see. */
  readonly check?: (value: C, lineOf: (path: Path) => number) => Iterable<Complaint>;
  /** Makes of a value that the schema refused what is checked all the same, with the wrong parts replaced. */
  readonly broken?: z.ZodType<C>;
  readonly hints?: Hints;
}

interface DocumentForm<S extends z.ZodType, C, T> extends DocumentText, DocumentChecks<S, C> {
  readonly convert: (value: z.output<S>, placeOf: (path: Path) => Place) => T;
}

/**
 * The typed value of a YAML text. Throws one WalletproofError with the given code for whatever is
 * wrong: `file:line:column`, the line with a caret, and a remedy.
 */
export const parseDocument = <S extends z.ZodType, T, C = z.output<S>>(form: DocumentForm<S, C, T>): T => {
  const source = readSource(form);
  return form.convert(checkSource(source, form), (path) => placeOf(source, path));
};

/** The value of a source by a schema; `value`: in place of the source's own, with the same shape. */
export const checkSource = <S extends z.ZodType, C = z.output<S>>(
  source: Source,
  { schema, check = () => [], broken, hints = noHints }: DocumentChecks<S, C>,
  value: unknown = source.value,
): z.output<S> => {
  const lineOf = (path: Path): number => placeOf(source, path).line;
  const complaints = (checked: C): Problem[] =>
    [...check(checked, lineOf)].map((complaint) => problemOf(source, complaint));
  const result = schema.safeParse(value, { error: ownMessage });
  if (result.success) {
    failOn(source, complaints(result.data as C));
    return result.data;
  }
  const problems = explain(source, result.error.issues, hints);
  const told = new Set(problems.map(({ span }) => span.start));
  const rest = broken?.safeParse(value);
  const others = rest?.success === true ? complaints(rest.data) : [];
  throw problemsError(source.page, [...problems, ...others.filter(({ span }) => !told.has(span.start))]);
};

/** Throws where there is a problem. */
export const failOn = (source: Source, problems: readonly Problem[]): void => {
  if (problems.length > 0) throw problemsError(source.page, problems);
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
