import type { z } from 'zod';
import { listWords } from './list-words.ts';

type Issue = z.core.$ZodIssue;

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  object: 'a mapping (`key: value`)',
  record: 'a mapping (`key: value`)',
  array: 'a list',
};

/** What a value was expected to be: "expected a list". */
export const expectation = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${typeWords[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected ${listWords(issue.values.map(String), 'or')}`;
    case 'too_small':
      return `expected ${atLeast(issue)}`;
    case 'too_big':
      return `expected at most ${issue.maximum}${unitOf(issue)}`;
    default:
      return 'expected something else';
  }
};

const atLeast = (issue: Extract<Issue, { code: 'too_small' }>): string => {
  if (issue.origin === 'string') return 'some text';
  return `at least ${issue.minimum}${unitOf(issue)}`;
};

const unitOf = ({ origin }: { readonly origin: string }): string => {
  if (origin === 'array') return ' in the list';
  return origin === 'string' ? ' characters' : '';
};
