import type { Alias, Document, Node } from 'yaml';
import { isAlias, isNode, isScalar, visit } from 'yaml';
import type { ErrorCode } from '../../spec/walletproof-error.ts';
import { closestWord } from './closest-word.ts';
import { composeText, syntaxProblems } from './compose-text.ts';
import type { Page } from './problem.ts';
import { createPage, problemsError } from './problem.ts';
import { readValue } from './read-value.ts';

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

/** A YAML text that was read: its plain value, and the nodes to find any part of it again. */
export interface Source {
  readonly page: Page;
  /** Mappings as objects, lists as arrays; numbers as JavaScript's, their exact text in the nodes. */
  readonly value: unknown;
  readonly root: Node;
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<Alias, Node>;
}

/** The text with the values of secret keys starred out, its length and lines kept. */
const maskSecrets = (text: string, document?: Document): string => {
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
