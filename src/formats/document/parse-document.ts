import type { z } from 'zod';
import { explain, type Hints } from './explain.ts';
import { type Complaint, placeOf, problemOf } from './locate.ts';
import { type Path, type Place, type Problem, problemsError } from './problem.ts';
import { type DocumentText, readSource, type Source } from './read-source.ts';
import { keysOf } from './schema-keys.ts';

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

/**
 * A value by a schema, such as options that a test gives. What is wrong with it is told as of a document: by its
 * JSON, which is a text that can be pointed into.
 */
export const checkValue = <S extends z.ZodType>(
  value: unknown,
  form: Omit<DocumentText, 'text'> & Pick<DocumentChecks<S, z.output<S>>, 'schema' | 'hints'>,
): z.output<S> => {
  const result = form.schema.safeParse(value);
  return result.success ? result.data : checkSource(readSource({ ...form, text: JSON.stringify(value) }), form);
};

/** The value of a source by a schema; `value`: in place of the source's own, with the same shape. */
export const checkSource = <S extends z.ZodType, C = z.output<S>>(
  source: Source,
  { schema, check = () => [], broken, hints = {} }: DocumentChecks<S, C>,
  value: unknown = source.value,
): z.output<S> => {
  const lineOf = (path: Path): number => placeOf(source, path).line;
  const complaints = (checked: C): Problem[] =>
    [...check(checked, lineOf)].map((complaint) => problemOf(source, complaint));
  const result = schema.safeParse(value, noMessages);
  if (result.success) {
    failOn(source, complaints(result.data as C));
    return result.data;
  }
  const problems = explain({ source, hints, keysAt: keysOf(schema) }, result.error.issues);
  const told = new Set(problems.map(({ span }) => span.start));
  const rest = broken?.safeParse(value);
  const others = rest?.success === true ? complaints(rest.data) : [];
  throw problemsError(source.page, [...problems, ...others.filter(({ span }) => !told.has(span.start))]);
};

/** Where the schema has no message of its own, ours are told apart from zod's by being empty. */
const noMessages = { error: () => '' };

/** Throws where there is a problem. */
export const failOn = (source: Source, problems: readonly Problem[]): void => {
  if (problems.length > 0) throw problemsError(source.page, problems);
};
