import type { z } from 'zod';
import type { Explained } from './explain-issue.ts';
import { explainIssue, ownMessage } from './explain-issue.ts';
import { problemsError } from './problems-error.ts';
import type { Source } from './source.ts';

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
