import { type Document, isCollection, isNode, isScalar, type Node, visit, type YAMLError } from 'yaml';
import type { Problem, Span } from './problem.ts';

/** A text that is no YAML, and what the library found in it: its errors are read, never shown. */
interface BrokenText {
  readonly text: string;
  readonly document: Document;
}

/**
 * What is wrong with a text, in sentences of ours. One mistake makes several errors: those that
 * follow from an earlier one are left out, since a reader cannot know how the rest was meant.
 */
export const explainSyntax = (broken: BrokenText): readonly Problem[] => {
  const errors = [...broken.document.errors, ...broken.document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0]);
  const withCode = (code: YAMLError['code']): YAMLError[] => errors.filter((error) => error.code === code);
  const tabs = withCode('TAB_AS_INDENT');
  const apart = ['TAB_AS_INDENT', 'DUPLICATE_KEY', 'TAG_RESOLVE_FAILED'];
  const others = errors.filter(({ code }) => !apart.includes(code));
  const first = others.find(({ code }) => code !== 'NON_STRING_KEY') ?? others[0];
  return [
    ...tabProblems(tabs),
    ...withCode('DUPLICATE_KEY').map(({ pos: [start] }) => {
      const [key = ''] = /^[^\s:]+/.exec(broken.text.slice(start)) ?? [];
      return problem(start, key, `\`${key}\` is given twice`, 'keep one of them');
    }),
    ...withCode('TAG_RESOLVE_FAILED').map(({ pos }) => tagProblem(broken.text.slice(...pos), pos[0])),
    ...(first === undefined || tabs.length > 0 ? [] : [explainError(broken, first, others)]),
  ];
};

/** Of these characters of the text. */
const problem = (start: number, characters: string, message: string, remedy: string): Problem => ({
  span: { start, end: start + characters.length },
  message,
  remedy,
});

const tabProblems = ([first, ...others]: readonly YAMLError[]): Problem[] => {
  if (first === undefined) return [];
  const lines = others.length === 1 ? '1 more line' : `${others.length} more lines`;
  const rest = others.length === 0 ? '' : `, and ${lines} of the file`;
  return [problem(first.pos[0], '\t', `a tab indents this line${rest}`, 'indent with spaces, two for each level')];
};

export const tagProblem = (tag: string, start: number): Problem =>
  problem(start, tag, `tags such as \`${tag}\` are not used here`, 'leave the tag out');

const explainError = (broken: BrokenText, error: YAMLError, errors: readonly YAMLError[]): Problem => {
  const [start, end] = error.pos;
  switch (error.code) {
    case 'BAD_INDENT':
      return openBracket(broken, start) ?? indentProblem(broken.text, start);
    case 'BLOCK_AS_IMPLICIT_KEY':
      return colonInText(broken, error, errors);
    case 'MULTILINE_IMPLICIT_KEY':
      return missingColon(broken.text, start);
    case 'MISSING_CHAR':
      return missingCharacter(broken, error);
    case 'BLOCK_IN_FLOW':
    case 'UNEXPECTED_TOKEN':
    case 'BAD_SCALAR_START':
      return strangeText(broken.text, error);
    default:
      return { span: { start, end }, ...(sentences[error.code] ?? unreadable) };
  }
};

type Sentence = Omit<Problem, 'span'>;

const unreadable: Sentence = {
  message: 'this is no YAML from here on',
  remedy: 'compare the line with those above it; text with special characters needs quotes',
};

const sentences: Partial<Record<YAMLError['code'], Sentence>> = {
  BAD_DQ_ESCAPE: {
    message: 'this backslash stands before a character that needs none',
    remedy: 'write the text in single quotes, where nothing is escaped',
  },
  BAD_ALIAS: {
    message: 'the name of this anchor or alias is empty or ends with a colon',
    remedy: 'write the value itself; text that begins with `*` or `&` needs quotes',
  },
  NON_STRING_KEY: {
    message: 'a key is plain text, and this is a list or a mapping',
    remedy: 'write `key: value`, with a word for the key',
  },
};

/** The characters of a text from an offset to the end of the line. */
const lineFrom = (text: string, offset: number): string => /^[^\r\n]*/.exec(text.slice(offset))?.[0].trimEnd() ?? '';

/** Text where none can be: behind a value without a comma, behind a quote, or with a special character. */
const strangeText = (text: string, { code, pos: [start, end] }: YAMLError): Problem => {
  const line = lineFrom(text, start);
  const entry = /^(?:"[^"]*"|'[^']*'|[^\s,]+)[ \t]+(\w+)[ \t]*:/.exec(line);
  if (code === 'BLOCK_IN_FLOW' && entry) {
    const message = `a comma is missing before \`${entry[1]}\``;
    return { span: { start, end }, message, remedy: 'part the entries with commas' };
  }
  if (/["']$/.test(text.slice(0, start))) {
    const remedy = 'put the whole text in the other quotes: \'say "ten"\'';
    return problem(start, ' ', 'the text ended at the quote before this', remedy);
  }
  return problem(start, ' ', `text cannot begin with \`${line.charAt(0)}\` here`, 'put the text in quotes');
};

const missingCharacter = (broken: BrokenText, { message, pos: [start, end] }: YAMLError): Problem => {
  if (message.includes('without - indicator')) return indentProblem(broken.text, start);
  if (message.startsWith('Implicit map keys')) return missingColon(broken.text, start);
  if (message.includes('quote')) {
    const isQuoted = (node: Node) => isScalar(node) && node.type?.startsWith('QUOTE') === true;
    const opening = lastStart(broken.document, isQuoted, start) ?? start;
    return problem(opening, '"', 'this quote is never closed', 'end the text with the same quote');
  }
  const span: Span = { start, end };
  if (!message.includes('between flow')) return openBracket(broken, start) ?? { span, ...unreadable };
  return { span, message: 'a comma is missing before this', remedy: 'end what stands before it with a comma' };
};

/** A `{` or `[` that what follows shows to be open. */
const openBracket = ({ text, document }: BrokenText, before: number): Problem | undefined => {
  // `a: b` within brackets is a mapping, and has none of its own.
  const isBracketed = (node: Node): boolean =>
    isCollection(node) && node.flow === true && /[[{]/.test(text.charAt(node.range?.[0] ?? -1));
  const start = lastStart(document, isBracketed, before);
  const inner = text.slice(start, before);
  const isClosed = ['{}', '[]'].every(
    ([open = '', close = '']) => inner.split(open).length <= inner.split(close).length,
  );
  if (start === undefined || isClosed) return undefined;
  const opening = text.charAt(start);
  return problem(
    start,
    opening,
    `this \`${opening}\` is never closed`,
    `end it with \`${opening === '{' ? '}' : ']'}\``,
  );
};

/** Where the last node of a kind before an offset begins. */
const lastStart = (document: Document, isMeant: (node: Node) => boolean, before: number): number | undefined => {
  let last: number | undefined;
  visit(document, {
    Node: (_, node) => {
      const start = isNode(node) ? node.range?.[0] : undefined;
      if (start !== undefined && start < before && isMeant(node)) last = Math.max(last ?? 0, start);
    },
  });
  return last;
};

/** `title: Bets: they are debited`; or a line that is deeper than its neighbour above, which has a value. */
const colonInText = ({ text }: BrokenText, error: YAMLError, errors: readonly YAMLError[]): Problem => {
  const [start] = error.pos;
  if (error.message.includes('block sequence')) return indentProblem(text, start);
  const long = errors.find(({ code, pos }) => code === 'MULTILINE_IMPLICIT_KEY' && pos[0] === start);
  if (long !== undefined) return indentProblem(text, long.pos[1] - 1);
  const written = lineFrom(text, start);
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const [key = ''] = /[\w-]+(?=:[ \t]*$)/.exec(before) ?? [];
  const [, code] = (key === 'expect' && /^refused:\s*(\S+)/.exec(written)) || [];
  const [, inner] = /^\((.*)\)$/.exec(written) ?? [];
  let remedy = 'put the text in quotes, or what follows on a line of its own';
  if (code !== undefined) remedy = `write \`expect: { refused: ${code} }\``;
  else if (inner !== undefined) remedy = `use braces: \`${key}: { ${inner} }\``;
  return problem(start, written, `the text after \`${key}:\` has a colon and a space in it`, remedy);
};

/** A line that is no `key: value`. */
const missingColon = (text: string, offset: number): Problem => {
  const written = lineFrom(text, offset);
  const [, key, value] = /^(-?\s*\w+):([^\s/].*)$/.exec(written) ?? [];
  if (key !== undefined) {
    return problem(offset, written, `a space is missing after the colon of \`${key}\``, `write \`${key}: ${value}\``);
  }
  return /^\w+$/.test(written)
    ? problem(offset, written, `a colon is missing after \`${written}\``, `write \`${written}:\``)
    : problem(offset, written, 'this line is no `key: value`', 'give it a key and a colon');
};

/** The problem of a line that stands no place where a line of its kind could. */
const indentProblem = (text: string, offset: number): Problem => {
  const lines = [...text.matchAll(/^([ \t]*)((?:-[ \t]+)*)([^\s#].*)$/gm)].filter(({ index }) => index <= offset);
  const line = lines.pop();
  const [whole = ' ', { length: indent } = '', dash = ''] = line ?? [];
  const content = whole.trim();
  const start = (line?.index ?? 0) + indent;
  const { keys, dashes } = openColumns(lines);
  if (dash === '' && dashes.includes(indent)) {
    return content.startsWith('-')
      ? problem(start, content, 'a space is missing after the dash', `write \`- ${content.slice(1)}\``)
      : problem(
          start,
          content,
          'a dash is missing: this line stands where the items of the list begin',
          `write \`- ${content}\``,
        );
  }
  const columns = (dash === '' ? keys : dashes).toSorted(
    (a, b) => Math.abs(a - indent) - Math.abs(b - indent) || b - a,
  );
  const [nearest = indent] = columns;
  if (nearest === indent) {
    return problem(
      start,
      content || ' ',
      'the indentation of this line fits none above it',
      'indent it as much as its neighbour',
    );
  }
  const neighbours = dash === '' ? 'keys beside it have' : 'dashes above it have';
  const message = `this line has ${spaces(indent)} before it, where the ${neighbours} ${nearest}`;
  return problem(start, content, message, `put ${spaces(nearest)} before it`);
};

/** Columns where keys and dashes of what is still open stand. */
const openColumns = (lines: readonly RegExpExecArray[]): { keys: readonly number[]; dashes: readonly number[] } => {
  let [keys, dashes]: number[][] = [[], []];
  for (const [, { length: indent } = '', dash = ''] of lines) {
    const outer: number[] = (keys ?? []).filter((column) => column < indent);
    keys = dash !== '' && outer.length === 0 ? [0, indent + dash.length] : [...outer, indent + dash.length];
    dashes = [...(dashes ?? []).filter((column) => column < indent), ...(dash === '' ? [] : [indent])];
  }
  return { keys: keys ?? [], dashes: dashes ?? [] };
};

const spaces = (count: number): string => (count === 1 ? '1 space' : `${count} spaces`);
