import { describe, expect, it } from '@jest/globals';
import { type Mistake, mistakes } from './vectors.ts';
import { verify } from './verify.ts';

/** Mistakes that change nothing on their body, and mistakes that are dialects by our decision. */
const accepted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'is signed right': {
    'php-list-ok-reference': 'minimal',
    'py-link-ok-minimal': 'minimal',
    'py-list-ok-minimal': 'minimal',
    'py-grant-ok-minimal': 'minimal',
    'js-link-ok-shallow': 'minimal',
    'js-list-ok-shallow': 'minimal',
    'js-grant-ok-shallow': 'php',
  },
  'is signed in another dialect': {
    'php-link-unescaped-slashes': 'ascii',
    'py-link-spaces': 'python',
    'py-link-spaces-raw': 'python-raw',
    'py-list-spaces-raw': 'python',
    'js-link-slash-escaped': 'php-unescaped-unicode',
  },
  'has nothing empty to leave out': {
    'php-list-array-filter': 'minimal',
    'py-link-drop-empty': 'python',
    'py-list-drop-empty': 'python',
    'py-list-drop-none': 'minimal',
    'js-link-null-dropped': 'minimal',
    'js-list-null-dropped': 'minimal',
  },
  'has no text that would be escaped or encoded': {
    'php-list-hex-flags': 'minimal',
    'php-list-html-entities': 'minimal',
    'php-list-unescaped-slashes': 'minimal',
    'py-grant-latin1': 'minimal',
    'py-list-latin1': 'minimal',
    'js-grant-latin1': 'php',
    'js-grant-slash-escaped': 'php',
  },
  'has no text that would be trimmed': {
    'py-grant-not-trimmed': 'minimal',
    'py-list-not-trimmed': 'minimal',
    'js-grant-nested-not-trimmed': 'php',
    'js-link-nested-not-trimmed': 'minimal',
    'js-list-nested-not-trimmed': 'minimal',
    'js-list-not-trimmed': 'minimal',
  },
  'has no string that is a number': { 'php-link-numeric-check': 'minimal' },
  'has nothing nested to leave out': {
    'js-link-replacer-drops-nested': 'minimal',
    'js-list-replacer-drops-nested': 'minimal',
  },
  'has no spaces to remove': { 'js-list-spaces-removed': 'minimal' },
};

const verdictOf = ({ body_as_sent, header }: Mistake): string => {
  const verification = verify(body_as_sent, header);
  return verification.kind === 'valid' ? verification.dialect : 'refused';
};

const names = new Map(Object.values(accepted).flatMap((ids) => Object.entries(ids)));

describe('a body is accepted that', () => {
  it.each(Object.entries(accepted))('%s', (_why, ids) => {
    const verdicts = mistakes.filter(({ id }) => id in ids).map((mistake) => [mistake.id, verdictOf(mistake)]);
    expect(Object.fromEntries(verdicts)).toEqual(ids);
  });

  it('was made by a mistake that is none', () => {
    const right = mistakes.filter(({ mistake }) => mistake.startsWith('ok-'));
    expect(right.filter(({ id }) => !names.has(id))).toEqual([]);
    expect(right).toHaveLength(7);
  });
});

describe('a body is refused that', () => {
  const wrong = mistakes.filter(({ id }) => !names.has(id));

  it('was signed with any other of the mistakes', () => {
    expect(wrong).toHaveLength(149);
    expect(wrong.filter((mistake) => verdictOf(mistake) !== 'refused')).toEqual([]);
  });
});
