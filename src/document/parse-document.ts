import type { z } from 'zod';
import { checkSource } from './check-source.ts';
import type { DocumentText } from './read-source.ts';
import { readSource } from './read-source.ts';

/**
 * The typed value of a YAML text. Throws one WalletproofError with the given code for whatever is
 * wrong: `file:line:column`, the line with a caret, and a remedy.
 */
export const parseDocument = <S extends z.ZodType>({
  schema,
  ...text
}: DocumentText & { readonly schema: S }): z.output<S> => checkSource(readSource(text), schema);
