import { type Alias, type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair, visit } from 'yaml';
import { createSecretMask } from '../../signing/secret-mask.ts';
import type { ErrorCode } from '../../spec/walletproof-error.ts';
import { closestWord } from './closest-word.ts';
import { composeText, deepest, syntaxProblems, tooDeepProblem } from './compose-text.ts';
import { tagProblem } from './explain-syntax.ts';
import { createPage, type Page, type Path, type Problem, problemsError } from './problem.ts';

export interface DocumentText {
  readonly text: string;
  /** How errors name the file. */
  readonly file: string;
  /** The code of its errors. */
  readonly code: ErrorCode;
  /** What an empty file should have held: "a list of games". */
  readonly expects: string;
  /** Tokens that were given beside the file: errors show them no more than those in it. */
  readonly secrets?: readonly string[];
  /** A number as the value has it; JavaScript's where this is left out. */
  readonly number?: (written: string, value: number, path: Path) => unknown;
}

/**
 * Reads one YAML document (JSON is YAML too). Throws a WalletproofError that points at what is no
 * YAML, or more than we take: tags, several documents, aliases that explode, deep nesting.
 */
export const readSource = ({
  text: given,
  secrets = [],
  number = (_, value) => value,
  ...about
}: DocumentText): Source => {
  const { file, code, expects } = about;
  const text = given.replace(/^\uFEFF/, '');
  const composed = composeText(text);
  const { hide } = createSecretMask([...secrets, ...secretsIn(text, composed.documents[0])]);
  const shown = hide(maskSecrets(text, composed.documents[0]));
  const page = createPage({ file, code, text: shown, hide });
  if (isMarkup.test(text)) throw markupError(page, expects);
  const problems = syntaxProblems(shown, composed);
  if (problems.length > 0) throw problemsError(page, problems);
  const root = rootOf(composed.documents[0]);
  if (root === undefined) throw emptyError(page, expects);
  return { page, root, ...readValue(page, root, number) };
};

/** An error page that was saved in place of a file, or another format. */
const isMarkup = /^\s*<(?:!|\?|[a-z])/i;

const markupError = (page: Page, expects: string) =>
  problemsError(page, [
    {
      span: { start: 0, end: 1 },
      message: 'this is a web page or XML, and YAML is expected here',
      remedy: `expected ${expects}`,
    },
  ]);

const rootOf = (document: Document | undefined) => {
  const root = document?.contents ?? undefined;
  return isScalar(root) && root.value === null ? undefined : root;
};

const emptyError = (page: Page, expects: string) =>
  problemsError(page, [{ span: { start: 0, end: 0 }, message: 'the file is empty', remedy: `expected ${expects}` }]);

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
  const masked = [blockSecret, inlineSecret, bareSecret].reduce(
    (shown, pattern) => shown.replaceAll(pattern, mask),
    text,
  );
  const spans = document === undefined ? [] : secretSpans(document);
  return maskUrls(
    spans.reduce(
      (shown, [start, end]) => `${shown.slice(0, start)}${stars(shown.slice(start, end))}${shown.slice(end)}`,
      masked,
    ),
  );
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

// The patterns find secrets in text that is too broken to have a document.
const inlineSecret = /((?:token|secret|password)\w*["']?[ \t]*[:=][ \t]*)("[^"\n]*"?|'[^'\n]*'?|[^\s,}#]+)/gi;

/** Without a colon, where an entry can stand: a line, or between braces and commas. */
const bareSecret =
  /((?:^[ \t-]*|[{,][ \t]*)["']?(?:token|secret|password)\w*["']?[ \t]+)([^\s,}:=#]+)(?=[ \t]*(?:$|[},]))/gim;

/** The lines below a key whose line ends with it, up to one that looks like an item or a key. */
const blockSecret =
  /((?:token|secret|password)\w*["']?[ \t]*:[ \t]*(?:[|>][-+\d]*)?[ \t]*\r?\n)((?:(?![ \t]*(?:-[ \t]|[\w"']+[ \t]*:))[^\n]+(?:\n|$))+)/gi;

/** The values of secret keys, to be hidden wherever else they stand; those of broken text by its lines. */
const secretsIn = (text: string, document?: Document): readonly string[] => {
  const written = [inlineSecret, bareSecret]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, , value = '']) => value.replaceAll(/^["']|["']$/g, ''));
  const read: string[] = [];
  if (document !== undefined) {
    visitSecrets(document, (node) => {
      if (isScalar(node) && typeof node.value === 'string') read.push(node.value);
    });
  }
  return [...written, ...read].filter((value) => !isReference(value));
};

/** A reference such as `${NAME}` only names a secret. */
const stars = (value: string): string => (isReference(value) ? value : value.replaceAll(/\S/g, '*'));

const isReference = (value: string): boolean => /^\s*["']?\$\{\w+\}["']?\s*$/.test(value);

const isSecretKey = (key: string): boolean =>
  // A misspelt key keeps its secret too.
  /token|secret|password/i.test(key) || closestWord(key, ['token']) !== undefined;

const secretSpans = (document: Document): (readonly [number, number])[] => {
  const spans: (readonly [number, number])[] = [];
  visitSecrets(document, ({ range }) => {
    if (range) spans.push([range[0], range[1]]);
  });
  return spans;
};

/** Goes through the values of secret keys, aliases followed. */
const visitSecrets = (document: Document, see: (value: Node) => void): void => {
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !isSecretKey(String(key.value))) return;
      const node = isAlias(value) ? value.resolve(document) : value;
      if (isNode(node)) see(node);
    },
  });
};

/** How many values a document may have once its aliases are written out. */
const mostValues = 100_000;

interface ReadState {
  readonly page: Page;
  readonly anchors: Map<string, Node>;
  readonly targets: Map<Alias, Node>;
  /** Aliases that are being written out, from the outermost. */
  aliases: readonly Alias[];
  /** Of the value that is being read. */
  readonly path: PropertyKey[];
  readonly number: NonNullable<DocumentText['number']>;
  depth: number;
  values: number;
}

/** The plain value below a node, with every alias followed. Throws where it is more than we take. */
const readValue = (
  page: Page,
  root: Node,
  number: ReadState['number'],
): { readonly value: unknown; readonly targets: ReadonlyMap<Alias, Node> } => {
  const reading: ReadState = {
    page,
    anchors: new Map(),
    targets: new Map(),
    aliases: [],
    path: [],
    number,
    depth: 0,
    values: 0,
  };
  return { value: plainOf(reading, root), targets: reading.targets };
};

const plainOf = (reading: ReadState, node: unknown): unknown => {
  if (!isNode(node)) return null;
  checkNode(reading, node);
  reading.depth += 1;
  const value = isAlias(node) ? aliasValue(reading, node) : ownValue(reading, node);
  reading.depth -= 1;
  return value;
};

const ownValue = (reading: ReadState, node: Exclude<Node, Alias>): unknown => {
  if (node.anchor !== undefined && reading.aliases.length === 0) {
    reading.anchors.set(node.anchor, node);
  }
  if (isScalar(node)) {
    return typeof node.value === 'number'
      ? reading.number(node.source ?? String(node.value), node.value, reading.path)
      : node.value;
  }
  if (isSeq(node)) return node.items.map((item, index) => innerOf(reading, index, item));
  if (!isMap(node)) return null;
  return Object.fromEntries(node.items.map((pair) => entryOf(reading, pair)));
};

const entryOf = (reading: ReadState, { key, value }: Pair): [string, unknown] => {
  const name = isScalar(key) ? String(key.value) : '';
  // Validators drop this key silently.
  if (name === '__proto__') fail(reading, key, 'the key `__proto__` cannot be used', '');
  return [name, innerOf(reading, name, value)];
};

const innerOf = (reading: ReadState, key: PropertyKey, node: unknown): unknown => {
  reading.path.push(key);
  const value = plainOf(reading, node);
  reading.path.pop();
  return value;
};

/** An alias is followed to the anchor before it; the copy it stands for sets no anchors again. */
const aliasValue = (reading: ReadState, alias: Alias): unknown => {
  const target = reading.targets.get(alias) ?? reading.anchors.get(alias.source);
  if (target === undefined) {
    const message = `no anchor \`&${alias.source}\` comes before this alias`;
    return fail(reading, alias, message, 'text that begins with `*` needs quotes');
  }
  reading.targets.set(alias, target);
  const outer = reading.aliases;
  reading.aliases = [...outer, alias];
  const value = plainOf(reading, target);
  reading.aliases = outer;
  return value;
};

const checkNode = (reading: ReadState, node: Node): void => {
  reading.values += 1;
  if (!isAlias(node) && node.tag !== undefined) {
    const tag = node.tag.replace(/^tag:yaml\.org,2002:/, '!!');
    const start = Math.max(0, reading.page.text.lastIndexOf('!', startOf(node)) - tag.lastIndexOf('!'));
    throw problemsError(reading.page, [tagProblem(tag, start)]);
  }
  const at = reading.aliases[0] ?? node;
  if (reading.depth > deepest) throw problemsError(reading.page, [tooDeepProblem(startOf(at))]);
  if (reading.values > mostValues) {
    fail(reading, at, `the document has more than ${mostValues} values`, 'write less with aliases');
  }
};

const startOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

const fail = (reading: ReadState, node: unknown, message: string, remedy: string): never => {
  const start = startOf(node);
  const end = isNode(node) && !isMap(node) && !isSeq(node) ? (node.range?.[1] ?? start) : start + 1;
  const problem: Problem = { span: { start, end }, message, remedy };
  throw problemsError(reading.page, [problem]);
};
