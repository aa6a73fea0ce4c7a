import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  Parser,
} from 'yaml';
import type { ErrorCode } from '../../spec/walletproof-error.ts';
import { explainSyntax, tagProblem } from './explain-syntax.ts';
import { createPage, type Page, type Path, type Problem, problemsError } from './problem.ts';
import { maskSecrets } from './secrets.ts';

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

/** A YAML text that was read: its plain value, and the nodes to find any part of it again. */
export interface Source {
  readonly page: Page;
  /** What it should have been. */
  readonly expects: string;
  /** Mappings as objects, lists as arrays; numbers as JavaScript's, their exact text in the nodes. */
  readonly value: unknown;
  readonly root: Node;
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<Alias, Node>;
}

/**
 * Reads one YAML document (JSON is YAML too). Throws a WalletproofError that points at what is no
 * YAML, or more than we take: tags, several documents, aliases that explode, deep nesting.
 */
export const readSource = ({ text: given, secrets = [], number, file, code, expects }: DocumentText): Source => {
  const text = given.replace(/^\uFEFF/, '');
  const { document, second, deep } = composed(text);
  const { shown, hide } = maskSecrets(text, document, secrets);
  const page = createPage({ file, code, text: shown, hide });
  const refuse = (problems: readonly Problem[]): void => {
    if (problems.length > 0) throw problemsError(page, problems);
  };
  const expected = { span: { start: 0, end: 1 }, remedy: `expected ${expects}` };
  // An error page that was saved in place of a file, or another format.
  const isMarkup = /^\s*<(?:!|\?|[a-z])/i.test(text);
  if (isMarkup) refuse([{ ...expected, message: 'this is a web page or XML, and YAML is expected here' }]);
  if (deep !== undefined) refuse([tooDeepProblem(deep)]);
  if (document !== undefined) refuse([...explainSyntax({ text: shown, document }), ...notOne(document, second)]);
  const root = document?.contents ?? undefined;
  if (root === undefined || (isScalar(root) && root.value === null)) {
    throw problemsError(page, [{ ...expected, message: 'the file is empty' }]);
  }
  const reading = new Reading(page, number);
  return { page, expects, root, value: reading.valueOf(root), targets: reading.targets };
};

/** The documents of a text; `deep`: where it is nested too deeply to be read. */
const composed = (text: string) => {
  try {
    const tokens = [...new Parser().parse(text)];
    const deep = tooDeepAt(tokens);
    // Composing is recursive: far deeper texts would exhaust the stack.
    const composer = new Composer({ version: '1.2', schema: 'core', stringKeys: true });
    const [document, second] = deep === undefined ? [...composer.compose(tokens, true, text.length)] : [];
    return { document, second, deep };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The stack was exhausted by mappings that are opened, and never closed.
    return { document: undefined, second: undefined, deep: Math.max(0, text.search(/[{[]/)) };
  }
};

const deepest = 64;

const tooDeepProblem = (start: number): Problem => ({
  span: { start, end: start + 1 },
  message: `nested deeper than ${deepest} levels`,
  remedy: 'flatten it',
});

/** Offset of the first token found below the deepest level, searched without recursion. */
const tooDeepAt = (tokens: readonly CST.Token[]): number | undefined => {
  const stack = tokens.map((token) => ({ token, depth: 0 }));
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { token, depth } = entry;
    if (depth > deepest) return token.offset;
    const items = 'items' in token ? token.items.flatMap(({ key, value }) => [key, value]) : [];
    const inner = token.type === 'document' ? [token.value] : items;
    stack.push(...inner.flatMap((each) => (each ? [{ token: each, depth: depth + 1 }] : [])));
  }
  return undefined;
};

/** What keeps a text from being one plain YAML 1.2 document: a `%YAML 1.1` line would change what `yes` and `010` mean. */
const notOne = ({ directives }: Document, second: Document | undefined): Problem[] => {
  const problems: Problem[] = [];
  const version = directives?.yaml.version ?? '1.2';
  if (version !== '1.2') {
    const message = `YAML ${version} is not read here`;
    problems.push({ span: { start: 0, end: 1 }, message, remedy: 'leave the %YAML line out' });
  }
  if (second !== undefined) {
    const [start] = second.range ?? [0];
    const span = { start, end: start + 3 };
    problems.push({ span, message: 'a second document begins here', remedy: 'put it into a file of its own' });
  }
  return problems;
};

/** How many values a document may have, and how many may come of its aliases. */
const mostValues = 100_000;
const mostCopied = 10_000;

/** The plain value below a node, with every alias followed. Throws where it is more than we take. */
class Reading {
  readonly targets = new Map<Alias, Node>();
  readonly #page: Page;
  readonly #number: NonNullable<DocumentText['number']>;
  readonly #anchors = new Map<string, Node>();
  /** Of the value that is being read. */
  readonly #path: PropertyKey[] = [];
  /** Aliases that are being written out, from the outermost. */
  #aliases: readonly Alias[] = [];
  #depth = 0;
  #values = 0;
  #copied = 0;

  constructor(page: Page, number: DocumentText['number'] = (_, value) => value) {
    this.#page = page;
    this.#number = number;
  }

  valueOf(node: unknown): unknown {
    if (!isNode(node)) return null;
    this.#check(node);
    this.#depth += 1;
    const value = isAlias(node) ? this.#aliasValue(node) : this.#ownValue(node);
    this.#depth -= 1;
    return value;
  }

  #ownValue(node: Exclude<Node, Alias>): unknown {
    if (node.anchor !== undefined && this.#aliases.length === 0) this.#anchors.set(node.anchor, node);
    if (isSeq(node)) return node.items.map((item, index) => this.#inner(index, item));
    if (isMap(node)) {
      return Object.fromEntries(
        node.items.map(({ key, value }) => {
          const name = isScalar(key) ? String(key.value) : '';
          // Validators drop this key silently.
          if (name === '__proto__') this.#fail(key, 'the key `__proto__` cannot be used', '');
          return [name, this.#inner(name, value)];
        }),
      );
    }
    if (!isScalar(node)) return null;
    const { value, source } = node;
    return typeof value === 'number' ? this.#number(source ?? String(value), value, this.#path) : value;
  }

  #inner(key: PropertyKey, node: unknown): unknown {
    this.#path.push(key);
    const value = this.valueOf(node);
    this.#path.pop();
    return value;
  }

  /** An alias is followed to the anchor before it; the copy it stands for sets no anchors again. */
  #aliasValue(alias: Alias): unknown {
    const target = this.targets.get(alias) ?? this.#anchors.get(alias.source);
    if (target === undefined) {
      const message = `no anchor \`&${alias.source}\` comes before this alias`;
      return this.#fail(alias, message, 'text that begins with `*` needs quotes');
    }
    this.targets.set(alias, target);
    const outer = this.#aliases;
    this.#aliases = [...outer, alias];
    const value = this.valueOf(target);
    this.#aliases = outer;
    return value;
  }

  #check(node: Node): void {
    this.#values += 1;
    if (this.#aliases.length > 0) this.#copied += 1;
    if (!isAlias(node) && node.tag !== undefined) {
      const tag = node.tag.replace(/^tag:yaml\.org,2002:/, '!!');
      const start = Math.max(0, this.#page.text.lastIndexOf('!', startOf(node)) - tag.lastIndexOf('!'));
      throw problemsError(this.#page, [tagProblem(tag, start)]);
    }
    const at = this.#aliases[0] ?? node;
    if (this.#depth > deepest) throw problemsError(this.#page, [tooDeepProblem(startOf(at))]);
    if (this.#copied > mostCopied)
      this.#fail(at, `aliases stand for more than ${mostCopied} values`, 'write less with aliases');
    if (this.#values > mostValues) this.#fail(at, `the document has more than ${mostValues} values`, 'make it shorter');
  }

  #fail(node: unknown, message: string, remedy: string): never {
    const start = startOf(node);
    const end = isNode(node) && !isMap(node) && !isSeq(node) ? (node.range?.[1] ?? start) : start + 1;
    throw problemsError(this.#page, [{ span: { start, end }, message, remedy }]);
  }
}

const startOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);
