import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';

/** What can be printed as YAML. */
export type Printable = string | number | boolean | WrittenNumber | readonly Printable[] | PrintableMap;

/** Members without a value are left out. */
export interface PrintableMap {
  readonly [key: string]: Printable | undefined;
}

interface PrintOptions {
  /** Above everything; lines end with `\n`. */
  readonly comment?: string;
  /** Above a mapping in a list, one line each. */
  readonly comments?: ReadonlyMap<Printable, string>;
  /** Behind the members of a mapping, which then has a line for each. */
  readonly remarks?: Remarks;
}

/** What is said behind members of mappings, by their keys. */
export type Remarks = ReadonlyMap<PrintableMap, Readonly<Record<string, string>>>;

/**
 * A value as YAML that reads back as the same value: items of lists in lines of their own, other
 * mappings of plain values in one line. Comments may hold any text.
 */
export const printDocument = (
  value: PrintableMap,
  { comment = '', comments = new Map(), remarks = new Map() }: PrintOptions = {},
): string => {
  const document = new Document(undefined, { version: '1.2', schema: 'core', customTags });
  document.contents = mapOf(value, { comments, remarks });
  document.commentBefore = comment === '' ? null : commentOf(comment);
  return document.toString({ lineWidth: 0 });
};

type Comments = Required<Omit<PrintOptions, 'comment'>>;

type PrintedNode = Scalar | YAMLMap | YAMLSeq;

const nodeOf = (value: Printable, comments: Comments): PrintedNode => {
  if (isPlain(value)) return new Scalar(value);
  if (isList(value)) return listOf(value, comments);
  const map = mapOf(value, comments);
  map.flow = Object.values(value).every(isPlain) && !comments.remarks.has(value);
  return map;
};

const mapOf = (value: PrintableMap, comments: Comments): YAMLMap => {
  const map = new YAMLMap();
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const node = nodeOf(member, comments);
    const remark = comments.remarks.get(value)?.[key];
    if (remark !== undefined) node.comment = commentOf(remark);
    map.items.push(new Pair(new Scalar(key), node));
  }
  return map;
};

const listOf = (value: readonly Printable[], comments: Comments): YAMLSeq => {
  const list = new YAMLSeq();
  list.flow = value.every(isPlain);
  for (const item of value) {
    const node = isPlain(item) || isList(item) ? nodeOf(item, comments) : mapOf(item, comments);
    const comment = comments.comments.get(item);
    if (comment !== undefined) node.commentBefore = commentOf(comment);
    list.items.push(node);
  }
  return list;
};

const isList = (value: Printable): value is readonly Printable[] => Array.isArray(value);

const isPlain = (value: Printable | undefined): value is string | number | boolean | WrittenNumber | undefined =>
  typeof value !== 'object' || value instanceof WrittenNumber;

/** A line that a comment cannot break out of: no other line ends, nothing that does not print. */
const commentOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => ` ${line.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ').slice(0, longestLine)}`)
    .join('\n');

const longestLine = 400;

const customTags = [
  {
    tag: 'tag:yaml.org,2002:float',
    default: true,
    identify: (value: unknown) => value instanceof WrittenNumber,
    resolve: (text: string) => text,
    stringify: ({ value }: { readonly value?: unknown }) =>
      value instanceof WrittenNumber ? value.text : String(value),
  } as const,
];

/** A number that is printed with exactly these digits. */
export class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
