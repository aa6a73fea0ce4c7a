import { type Document, isAlias, isNode, isScalar, type Node, visit } from 'yaml';
import { createSecretMask } from '../../signing/secret-mask.ts';
import { closestWord } from './closest-word.ts';

interface Masked {
  /** The text with its secrets starred out, its length and lines kept. */
  readonly shown: string;
  /** The same for the sentences about it, which quote its words. */
  readonly hide: (text: string) => string;
}

/**
 * A text as errors may show it: the values of secret keys are starred out, there and wherever else they stand.
 * `document`: what YAML made of it, where it made anything; `given`: secrets that were given beside the text.
 */
export const maskSecrets = (text: string, document: Document | undefined, given: readonly string[]): Masked => {
  const values = document === undefined ? [] : secretValues(document);
  const read = values.flatMap((node) => (isScalar(node) && typeof node.value === 'string' ? [node.value] : []));
  const { hide } = createSecretMask([
    ...given,
    ...[...writtenSecrets(text), ...read].filter((value) => !isReference(value)),
  ]);
  const patterned = [blockSecret, inlineSecret, bareSecret].reduce(
    (shown, pattern) => shown.replaceAll(pattern, (_, key: string, value: string) => key + stars(value)),
    text,
  );
  const starred = values.reduce((shown, { range }) => {
    const [start, end] = range ?? [0, 0];
    return `${shown.slice(0, start)}${stars(shown.slice(start, end))}${shown.slice(end)}`;
  }, patterned);
  return { shown: hide(maskUrls(starred)), hide };
};

// The patterns find secrets in text that is too broken to have a document.
const inlineSecret = /((?:token|secret|password)\w*["']?[ \t]*[:=][ \t]*)("[^"\n]*"?|'[^'\n]*'?|[^\s,}#]+)/gi;

/** Without a colon, where an entry can stand: a line, or between braces and commas. */
const bareSecret =
  /((?:^[ \t-]*|[{,][ \t]*)["']?(?:token|secret|password)\w*["']?[ \t]+)([^\s,}:=#]+)(?=[ \t]*(?:$|[},]))/gim;

/** The lines below a key whose line ends with it, up to one that looks like an item or a key. */
const blockSecret =
  /((?:token|secret|password)\w*["']?[ \t]*:[ \t]*(?:[|>][-+\d]*)?[ \t]*\r?\n)((?:(?![ \t]*(?:-[ \t]|[\w"']+[ \t]*:))[^\n]+(?:\n|$))+)/gi;

const writtenSecrets = (text: string): readonly string[] =>
  [inlineSecret, bareSecret]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, , value = '']) => value.replaceAll(/^["']|["']$/g, ''));

/** A reference such as `${NAME}` only names a secret. */
const isReference = (value: string): boolean => /^\s*["']?\$\{\w+\}["']?\s*$/.test(value);

const stars = (value: string): string => (isReference(value) ? value : value.replaceAll(/\S/g, '*'));

/** A misspelt key keeps its secret too. */
const isSecretKey = (key: string): boolean =>
  /token|secret|password/i.test(key) || closestWord(key, ['token']) !== undefined;

/** The values of secret keys, aliases followed. */
const secretValues = (document: Document): readonly Node[] => {
  const values: Node[] = [];
  // An alias means the last anchor before it. The library's own search for one looks through the whole document.
  const anchors = new Map<string, Node>();
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
    },
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !isSecretKey(String(key.value))) return;
      const node = isAlias(value) ? anchors.get(value.source) : value;
      if (isNode(node)) values.push(node);
    },
  });
  return values;
};

/** User, password and the values of the query of every URL, and of what is meant for one. */
const maskUrls = (text: string): string =>
  text
    .replaceAll(/\b[a-z][a-z\d+.-]*:\/\/[^\s"']+/gi, maskUrl)
    .replaceAll(/(url["']?[ \t]*:[ \t]*["']?)([^\s"']+)/gi, (_, key: string, value: string) => key + maskUrl(value));

const maskUrl = (url: string): string =>
  url
    .replace(
      /^([a-z][a-z\d+.-]*:\/\/)?(.*)@/i,
      (_, scheme: string | undefined, user: string) => `${scheme ?? ''}${stars(user)}@`,
    )
    .replaceAll(/([?&])([^=&#]*)(=?)([^&#]*)/g, (_, mark: string, name: string, equals: string, value: string) =>
      equals === '' ? mark + stars(name) : `${mark}${name}=${stars(value)}`,
    );
