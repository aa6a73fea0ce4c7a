import type { Document } from 'yaml';
import { isScalar } from 'yaml';
import type { ErrorCode } from '../../spec/walletproof-error.ts';
import { composeText } from './compose-text.ts';
import { maskSecrets } from './mask-secrets.ts';
import type { Page } from './page.ts';
import { createPage } from './page.ts';
import { problemsError } from './problems-error.ts';
import { readValue } from './read-value.ts';
import type { Source } from './source.ts';
import { syntaxProblems } from './syntax-problems.ts';

export interface DocumentText {
  readonly text: string;
  /** How errors name the file. */
  readonly file: string;
  /** The code of its errors. */
  readonly code: ErrorCode;
  /** What an empty file should have held: "a list of games". */
  readonly expects: string;
}

/**
 * Reads one YAML document (JSON is YAML too). Throws a WalletproofError that points at what is no
 * YAML, or more than we take: tags, several documents, aliases that explode, deep nesting.
 */
export const readSource = ({ text: given, file, code, expects }: DocumentText): Source => {
  const text = given.replace(/^\uFEFF/, '');
  const composed = composeText(text);
  const page = createPage({ file, code, text: maskSecrets(text, composed.documents[0]) });
  const problems = syntaxProblems(text, composed);
  if (problems.length > 0) throw problemsError(page, problems);
  const root = rootOf(composed.documents[0]);
  if (root === undefined) throw emptyError(page, expects);
  return { page, root, ...readValue(page, root) };
};

const rootOf = (document: Document | undefined) => {
  const root = document?.contents ?? undefined;
  return isScalar(root) && root.value === null ? undefined : root;
};

const emptyError = (page: Page, expects: string) =>
  problemsError(page, [
    { span: { start: 0, end: 0 }, message: 'the file is empty', remedy: `expected ${expects}` },
  ]);
