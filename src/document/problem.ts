import { WalletproofError } from '../contract/walletproof-error.ts';
import { excerpt } from './excerpt.ts';
import type { Page } from './page.ts';
import { placeAt } from './page.ts';
import type { Span } from './span.ts';

/** Something wrong in a text: where, what, and what to do about it (may be empty). */
export interface Problem {
  readonly span: Span;
  readonly message: string;
  readonly remedy: string;
}

/** How many problems beside the first are told. */
const mostOthers = 5;

/** The error for the problems of one text: the first with its line and a caret, the others named. */
export const problemsError = (page: Page, problems: readonly Problem[]): WalletproofError => {
  const [first, ...others] = problems.toSorted((a, b) => a.span.start - b.span.start);
  const parts = first === undefined ? [] : [headline(page, first), excerpt(page, first)];
  const message = [...parts, ...listOthers(page, others)].join('\n');
  return new WalletproofError(page.code, message, 'Correct the file where the caret points.');
};

const headline = (page: Page, { span, message }: Problem): string => {
  const { line, column } = placeAt(page, span.start);
  return `${page.file}:${line}:${column}: ${message}`;
};

const listOthers = (page: Page, others: readonly Problem[]): string[] => {
  if (others.length === 0) return [];
  const shown = others.slice(0, mostOthers).map((problem) => headline(page, problem));
  const unnamed = others.length - shown.length;
  const count = others.length === 1 ? 'and 1 more problem' : `and ${others.length} more problems`;
  const more = unnamed === 0 ? [] : [`and ${unnamed} that are not listed`];
  return [`${count}:`, ...shown, ...more];
};
