import type { Document } from 'yaml';
import { isAlias, isNode, isScalar, visit } from 'yaml';
import { closestWord } from './closest-word.ts';

/** The text with the values of secret keys starred out, its length and lines kept. */
export const maskSecrets = (text: string, document?: Document): string => {
  const mask = (_: string, key: string, value: string): string => key + stars(value);
  const masked = text.replaceAll(blockSecret, mask).replaceAll(inlineSecret, mask);
  const spans = document === undefined ? [] : secretSpans(document);
  return spans.reduce(
    (shown, [start, end]) =>
      `${shown.slice(0, start)}${stars(shown.slice(start, end))}${shown.slice(end)}`,
    masked,
  );
};

// The patterns find secrets in text that is too broken to have a document.
const inlineSecret =
  /((?:token|secret|password)\w*["']?[ \t]*:[ \t]*)("[^"\n]*"?|'[^'\n]*'?|[^\s,}#]+)/gi;
/** The lines below a key whose line ends with it, up to one that looks like an item or a key. */
const blockSecret =
  /((?:token|secret|password)\w*["']?[ \t]*:[ \t]*(?:[|>][-+\d]*)?[ \t]*\r?\n)((?:(?![ \t]*(?:-[ \t]|[\w"']+[ \t]*:))[^\n]+(?:\n|$))+)/gi;

/** A reference such as `${NAME}` only names a secret. */
const stars = (value: string): string =>
  /^\s*["']?\$\{\w+\}["']?\s*$/.test(value) ? value : value.replaceAll(/\S/g, '*');

const isSecretKey = (key: string): boolean =>
  // A misspelt key keeps its secret too.
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
