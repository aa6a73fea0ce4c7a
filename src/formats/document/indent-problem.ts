import type { Problem } from './problem.ts';

/** A line that has content: how deep it stands, and where its key is when it begins with a dash. */
interface Line {
  readonly start: number;
  readonly content: string;
  readonly indent: number;
  /** Where dashes of its list stand, and where its key begins. */
  readonly dash?: number;
  readonly key: number;
}

/** The problem of a line that stands no place where a line of its kind could. */
export const indentProblem = (text: string, offset: number): Problem => {
  const lines = linesOf(text);
  const at = lines.findLastIndex(({ start }) => start <= offset);
  const line = lines[at];
  if (line === undefined) return { span: { start: 0, end: 1 }, ...unclear };
  const above = openPlaces(lines.slice(0, at));
  return missingDash(line, above) ?? misplaced(line, above);
};

const unclear = {
  message: 'the indentation of this line fits none above it',
  remedy: 'indent it as much as its neighbour',
};

const linesOf = (text: string): Line[] => {
  let start = 0;
  return text.split('\n').flatMap((written): Line[] => {
    const begin = start;
    start += written.length + 1;
    const content = written.trim();
    return content === '' || content.startsWith('#') ? [] : [lineOf(begin, written)];
  });
};

const lineOf = (start: number, written: string): Line => {
  const content = written.trim();
  const indent = written.length - written.trimStart().length;
  const [dashes = ''] = /^(?:-\s+)+/.exec(content) ?? [];
  const line = { start, content, indent, key: indent + dashes.length };
  return dashes === '' ? line : { ...line, dash: indent };
};

/** Columns where keys and dashes of what is still open stand. */
interface Places {
  readonly keys: readonly number[];
  readonly dashes: readonly number[];
}

const openPlaces = (lines: readonly Line[]): Places => {
  let places: Places = { keys: [], dashes: [] };
  for (const { indent, dash, key } of lines) {
    const keys = places.keys.filter((column) => column < indent);
    const dashes = places.dashes.filter((column) => column < indent);
    places = { keys: [...keys, key], dashes: dash === undefined ? dashes : [...dashes, dash] };
    if (dash !== undefined && keys.length === 0) places = { ...places, keys: [0, key] };
  }
  return places;
};

/** A key that stands where the dashes of a list stand. */
const missingDash = ({ start, content, indent, dash }: Line, { dashes }: Places) => {
  if (dash !== undefined || !dashes.includes(indent)) return undefined;
  const span = { start: start + indent, end: start + indent + content.length };
  if (content.startsWith('-')) {
    const message = 'a space is missing after the dash';
    return { span, message, remedy: `write \`- ${content.slice(1)}\`` };
  }
  const message = 'a dash is missing: this line stands where the items of the list begin';
  return { span, message, remedy: `write \`- ${content}\`` };
};

const misplaced = ({ start, content, indent, dash }: Line, places: Places): Problem => {
  const span = { start: start + indent, end: start + indent + content.length };
  const columns = dash === undefined ? places.keys : places.dashes;
  const [nearest] = columns.toSorted((a, b) => Math.abs(a - indent) - Math.abs(b - indent) || b - a);
  if (nearest === undefined || nearest === indent) return { span, ...unclear };
  const neighbours = dash === undefined ? 'keys beside it have' : 'dashes above it have';
  const message = `this line has ${spaces(indent)} before it, where the ${neighbours} ${nearest}`;
  return { span, message, remedy: `put ${spaces(nearest)} before it` };
};

const spaces = (count: number): string => (count === 1 ? '1 space' : `${count} spaces`);
