import { Composer, type CST, type Document, Parser } from 'yaml';
import { explainSyntax } from './explain-syntax.ts';
import type { Problem } from './problem.ts';

/** What the YAML library made of a text; no documents when it is nested too deep to be composed. */
interface Composed {
  readonly documents: readonly Document[];
  readonly tooDeep: readonly Problem[];
}

/** Composing is recursive: far deeper texts would exhaust the stack. */
export const deepest = 64;

/** Parses a text as YAML 1.2 and never throws. */
export const composeText = (text: string): Composed => {
  const tokens = [...new Parser().parse(text)];
  const offset = tooDeepAt(tokens);
  if (offset !== undefined) return { documents: [], tooDeep: [tooDeepProblem(offset)] };
  const composer = new Composer({ version: '1.2', schema: 'core', stringKeys: true });
  return { documents: [...composer.compose(tokens, true, text.length)], tooDeep: [] };
};

export const tooDeepProblem = (start: number): Problem => ({
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
    stack.push(...innerTokens(token).map((inner) => ({ token: inner, depth: depth + 1 })));
  }
  return undefined;
};

const innerTokens = (token: CST.Token): CST.Token[] => {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((part) => part != null));
};

/** What keeps a text from being one plain YAML 1.2 document. */
export const syntaxProblems = (text: string, { documents, tooDeep }: Composed): readonly Problem[] => {
  const [first, second] = documents;
  if (first === undefined) return tooDeep;
  const faults = explainSyntax({ text, document: first });
  return [...faults, ...directiveProblems(first), ...secondDocument(second)];
};

/** A `%YAML 1.1` line would change what `yes` and `010` mean. */
const directiveProblems = ({ directives }: Document): Problem[] => {
  if (directives === undefined || directives.yaml.version === '1.2') return [];
  const message = `YAML ${directives.yaml.version} is not read here`;
  return [{ span: { start: 0, end: 1 }, message, remedy: 'leave the %YAML line out' }];
};

const secondDocument = (second: Document | undefined): Problem[] => {
  if (second === undefined) return [];
  const start = second.range?.[0] ?? 0;
  const message = 'a second document begins here';
  return [{ span: { start, end: start + 3 }, message, remedy: 'put it into a file of its own' }];
};
