import { WalletproofError } from '../../spec/walletproof-error.ts';
import { excerpt } from './excerpt.ts';
import type { Page } from './page.ts';
import { placeAt } from './page.ts';
import type { Problem } from './problem.ts';

/** How many problems beside the first are told. */
const mostOthers = 5;

/** The error for the problems of one text: the first with its line and a caret, others by name. */
export const problemsError = (page: Page, problems: readonly Problem[]): WalletproofError => {
  const [first, ...others] = problems.toSorted((a, b) => a.span.start - b.span.start);
  const shown = first === undefined ? [] : [headline(page, first), excerpt(page, first)];
  const message = [...shown, ...listOthers(page, others)].join('\n');
  return new WalletproofError(page.code, message, 'Correct the file where the caret points.');
};

const headline = (page: Page, { span, message }: Problem): string => {
  const { line, column } = placeAt(page, span.start);
  return `${page.file}:${line}:${column}: ${message}`;
};

const listOthers = (page: Page, others: readonly Problem[]): string[] => {
  if (others.length === 0) return [];
  const named = others.slice(0, mostOthers).map((problem) => headline(page, problem));
  const unnamed = others.length - named.length;
  const count = others.length === 1 ? 'and 1 more problem:' : `and ${others.length} more problems:`;
  return [count, ...named, ...(unnamed === 0 ? [] : [`(${unnamed} of them not listed)`])];
};
