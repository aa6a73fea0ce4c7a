import type { z } from 'zod';
import type { Cursor } from './cursor.ts';
import { examine } from './cursor.ts';
import type { Explained } from './explain-issue.ts';
import { explainIssue, ownMessage } from './explain-issue.ts';
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
