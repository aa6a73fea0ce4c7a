import type { z } from 'zod';
import { checkSource } from './check-source.ts';
import type { Cursor } from './cursor.ts';
import { examine } from './examine.ts';
import type { DocumentText } from './read-source.ts';
import { readSource } from './read-source.ts';

export interface DocumentForm<S extends z.ZodType, T> extends DocumentText {
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
