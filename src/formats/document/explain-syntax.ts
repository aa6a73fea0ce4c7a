import { type Document, isCollection, isNode, isScalar, type Node, visit, type YAMLError } from 'yaml';
import { indentProblem } from './indent-problem.ts';
import type { Problem, Span } from './problem.ts';

/** A text that is no YAML, and what the library found in it: its errors are read, never shown. */
interface BrokenText {
  readonly text: string;
  readonly document: Document;
}

/**
 * What is wrong with a text, in sentences of ours. One mistake makes several errors: those that
 * follow from an earlier one are left out.
 */
export const explainSyntax = (broken: BrokenText): readonly Problem[] => {
  const errors = [...broken.document.errors, ...broken.document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0]);
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT');
  const twins = errors.filter(({ code }) => code === 'DUPLICATE_KEY');
  const tags = errors.filter(({ code }) => code === 'TAG_RESOLVE_FAILED');
  const others = errors.filter((error) => ![tabs, twins, tags].flat().includes(error));
  return [
    ...tabProblems(tabs),
    ...twins.map((error) => twinProblem(broken, error)),
    ...tags.map((error) => tagProblem(broken.text.slice(...error.pos), error.pos[0])),
    ...(tabs.length > 0 ? [] : firstOf(broken, others)),
  ];
};

/** The others only follow from the first: a reader cannot know how the rest was meant. */
const firstOf = (broken: BrokenText, errors: readonly YAMLError[]): Problem[] => {
  const telling = errors.filter(({ code }) => code !== 'NON_STRING_KEY');
  const [first] = telling.length > 0 ? telling : errors;
  if (first === undefined) return [];
  return [explainError(broken, first, telling)];
};

const tabProblems = ([first, ...others]: readonly YAMLError[]): Problem[] => {
  if (first === undefined) return [];
  const [start] = first.pos;
  const lines = others.length === 1 ? '1 more line' : `${others.length} more lines`;
  const message = others.length === 0 ? 'a tab indents this line' : `a tab indents this line, and ${lines} of the file`;
  const remedy = 'indent with spaces, two for each level';
  return [{ span: { start, end: start + 1 }, message, remedy }];
};

const twinProblem = ({ text }: BrokenText, { pos: [start] }: YAMLError): Problem => {
  const [key = ''] = /^[^\s:]+/.exec(text.slice(start)) ?? [];
  const span = { start, end: start + key.length };
  return { span, message: `\`${key}\` is given twice`, remedy: 'keep one of them' };
};

export const tagProblem = (tag: string, start: number): Problem => ({
  span: { start, end: start + tag.length },
  message: `tags such as \`${tag}\` are not used here`,
  remedy: 'leave the tag out',
});

const explainError = (broken: BrokenText, error: YAMLError, errors: readonly YAMLError[]): Problem => {
  switch (error.code) {
    case 'BAD_INDENT':
      return openBracket(broken, error) ?? indentProblem(broken.text, error.pos[0]);
    case 'BLOCK_AS_IMPLICIT_KEY':
      return explainColon(broken, error, errors);
    case 'MULTILINE_IMPLICIT_KEY':
      return missingColon(broken.text, error.pos[0]);
    case 'MISSING_CHAR':
      return explainMissing(broken, error);
    case 'BLOCK_IN_FLOW':
    case 'UNEXPECTED_TOKEN':
    case 'BAD_SCALAR_START':
      return explainStrange(broken.text, error);
    default:
      return { span: spanOf(error), ...(sentences[error.code] ?? unreadable) };
  }
};

/** Text where none can be: behind a value without a comma, behind a quote, or with a special character. */
const explainStrange = (text: string, { code, pos }: YAMLError): Problem => {
  const [start, end] = pos;
  const [line = ''] = text.slice(start).split(/\r?\n/);
  const entry = /^(?:"[^"]*"|'[^']*'|[^\s,]+)[ \t]+(\w+)[ \t]*:/.exec(line);
  if (code === 'BLOCK_IN_FLOW' && entry) {
    const message = `a comma is missing before \`${entry[1]}\``;
    return { span: { start, end }, message, remedy: 'part the entries with commas' };
  }
  const span = { start, end: start + 1 };
  if (/["']$/.test(text.slice(0, start))) {
    const message = 'the text ended at the quote before this';
    return { span, message, remedy: 'put the whole text in the other quotes: \'say "ten"\'' };
  }
  const message = `text cannot begin with \`${line.charAt(0)}\` here`;
  return { span, message, remedy: 'put the text in quotes' };
};

const spanOf = ({ pos: [start, end] }: YAMLError): Span => ({ start, end });

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
  NON_STRING_KEY: {
    message: 'a key is plain text, and this is a list or a mapping',
    remedy: 'write `key: value`, with a word for the key',
  },
  BAD_DIRECTIVE: {
    message: 'a line that begins with % is a directive of YAML, and this is none that is known',
    remedy: 'leave the line out',
  },
  BAD_ALIAS: {
    message: 'the name of this anchor or alias is empty or ends with a colon',
    remedy: 'write the value itself; text that begins with `*` or `&` needs quotes',
  },
};

/** A `{` or `[` that the following line shows to be open. */
const openBracket = ({ text, document }: BrokenText, { pos }: YAMLError): Problem | undefined => {
  const start = lastStart(document, (node) => isCollection(node) && node.flow === true, pos[0]);
  if (start === undefined || isClosed(text, start, pos[0])) return undefined;
  const opening = text.charAt(start);
  return {
    span: { start, end: start + 1 },
    message: `this \`${opening}\` is never closed`,
    remedy: `end it with \`${opening === '{' ? '}' : ']'}\``,
  };
};

const isClosed = (text: string, start: number, end: number): boolean => {
  const inner = text.slice(start, end);
  const count = (character: string): number => inner.split(character).length - 1;
  return count('{') <= count('}') && count('[') <= count(']');
};

/** Where the last node of a kind before an offset begins. */
const lastStart = (document: Document, isMeant: (node: Node) => boolean, before: number): number | undefined => {
  const starts: number[] = [];
  visit(document, {
    Node: (_, node) => {
      const start = isNode(node) ? node.range?.[0] : undefined;
      if (start !== undefined && start < before && isMeant(node)) starts.push(start);
    },
  });
  return starts.length === 0 ? undefined : Math.max(...starts);
};

const explainMissing = ({ text, document }: BrokenText, error: YAMLError): Problem => {
  const [start, end] = error.pos;
  if (error.message.includes('quote')) return openQuote(document, error);
  if (error.message.includes('without - indicator')) return indentProblem(text, start);
  if (error.message.includes('between flow')) {
    const remedy = 'end what stands before it with a comma';
    return { span: { start, end }, message: 'a comma is missing before this', remedy };
  }
  if (error.message.startsWith('Implicit map keys')) return missingColon(text, start);
  const bracket = openBracket({ text, document }, error);
  return bracket ?? { span: { start, end }, ...unreadable };
};

const openQuote = (document: Document, { pos: [position] }: YAMLError): Problem => {
  const isQuoted = (node: Node) => isScalar(node) && node.type?.startsWith('QUOTE') === true;
  const start = lastStart(document, isQuoted, position) ?? position;
  const remedy = 'end the text with the same quote';
  return { span: { start, end: start + 1 }, message: 'this quote is never closed', remedy };
};

/** `title: Bets: they are debited`; or a line that is deeper than its neighbour above, which has a value. */
const explainColon = ({ text }: BrokenText, error: YAMLError, errors: readonly YAMLError[]): Problem => {
  const [start] = error.pos;
  if (error.message.includes('block sequence')) return indentProblem(text, start);
  const long = errors.find(({ code, pos }) => code === 'MULTILINE_IMPLICIT_KEY' && pos[0] === start);
  if (long !== undefined) return indentProblem(text, long.pos[1] - 1);
  const [written = ''] = text.slice(start).split(/\r?\n/);
  const span = { start, end: start + written.trimEnd().length };
  const [key = ''] = /[\w-]+(?=:[ \t]*$)/.exec(lineBefore(text, start)) ?? [];
  const message = `the text after \`${key}:\` has a colon and a space in it`;
  const refusal = key === 'expect' && /^refused:\s*(\S+)/.exec(written);
  if (refusal) return { span, message, remedy: `write \`expect: { refused: ${refusal[1]} }\`` };
  const inner = /^\((.*)\)$/.exec(written.trim());
  if (inner) return { span, message, remedy: `use braces: \`${key}: { ${inner[1]} }\`` };
  return { span, message, remedy: 'put the text in quotes, or what follows on a line of its own' };
};

const lineBefore = (text: string, offset: number): string => text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);

/** A line that is no `key: value`. */
const missingColon = (text: string, offset: number): Problem => {
  const [written = ''] = text.slice(offset).split(/\r?\n/);
  const word = written.trim();
  const span = { start: offset, end: offset + written.trimEnd().length };
  const narrow = /^(-?\s*[\w]+):([^\s/].*)$/.exec(word);
  if (narrow) {
    const [, key = '', value = ''] = narrow;
    const message = `a space is missing after the colon of \`${key}\``;
    return { span, message, remedy: `write \`${key}: ${value}\`` };
  }
  if (/^[\w]+$/.test(word)) {
    return { span, message: `a colon is missing after \`${word}\``, remedy: `write \`${word}:\`` };
  }
  return { span, message: 'this line is no `key: value`', remedy: 'give it a key and a colon' };
};
