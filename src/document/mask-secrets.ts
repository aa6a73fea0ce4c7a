import type { Document } from 'yaml';
import { isAlias, isNode, isScalar, visit } from 'yaml';
import { closestWord } from './closest-word.ts';

/** The text with the values of secret keys starred out, its length and lines kept. */
export const maskSecrets = (text: string, document?: Document): string => {
  const spans = document === undefined ? [] : secretSpans(document);
  const masked = spans.reduce(
    (shown, [start, end]) =>
      `${shown.slice(0, start)}${stars(shown.slice(start, end))}${shown.slice(end)}`,
    text,
  );
  return masked.replaceAll(inlineSecret, (_, key: string, value: string) => key + stars(value));
};

/** For text too broken to have a document; `${NAME}` only names a secret. */
const inlineSecret =
  /((?:token|secret|password)\w*["']?[ \t]*:[ \t]*)(?!\$\{\w+\})("[^"\n]*"?|'[^'\n]*'?|[^\s,}#]+)/gi;

const stars = (value: string): string =>
  /^\s*["']?\$\{\w+\}["']?\s*$/.test(value) ? value : value.replaceAll(/\S/g, '*');

/** A misspelt key keeps its secret too. */
const isSecretKey = (key: string): boolean =>
  /token|secret|password/i.test(key) || closestWord(key, ['token']) !== undefined;

const secretSpans = (document: Document): (readonly [number, number])[] => {
  const spans: (readonly [number, number])[] = [];
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !isSecretKey(String(key.value))) return;
      const node = isAlias(value) ? value.resolve(document) : value;
      if (isNode(node) && node.range) spans.push([node.range[0], node.range[1]]);
    },
  });
  return spans;
};
