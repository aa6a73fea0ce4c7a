import type {
  BlockContent,
  Heading,
  InlineCode,
  List,
  Paragraph,
  PhrasingContent,
  Strong,
  Table,
  TableCell,
  Text,
} from 'mdast';

/** Nodes of a Markdown document; every text is a text, whatever stands in it. */
type Inline = string | PhrasingContent;

/** Words that GitHub makes links or mentions of, even where they are escaped. */
const link = /:\/\/|www[.]|[@#]\w/i;

/** A text as it is; what would be a link or call somebody is shown as code instead. */
const text = (value: string): PhrasingContent[] => {
  const parts: (InlineCode | Text)[] = [];
  for (const piece of value.split(/(\s+)/).filter((each) => each !== '')) {
    const last = parts.at(-1);
    if (link.test(piece)) parts.push(code(piece));
    else if (last?.type === 'text') last.value += piece;
    else parts.push({ type: 'text', value: piece });
  }
  return parts;
};

const inline = (parts: readonly Inline[]): PhrasingContent[] =>
  parts.flatMap((part) => (typeof part === 'string' ? text(part) : [part]));

export const code = (value: string): InlineCode => ({ type: 'inlineCode', value });

export const paragraph = (...parts: Inline[]): Paragraph => ({
  type: 'paragraph',
  children: inline(parts),
});

const cell = (part: Inline): TableCell => ({ type: 'tableCell', children: inline([part]) });

interface Column {
  readonly head: string;
  readonly align: 'left' | 'right';
  readonly cells: readonly Inline[];
}

export const table = (columns: readonly Column[]): Table => {
  const [first] = columns;
  const rows = (first?.cells ?? []).map((_, row) => columns.map(({ cells }) => cells[row] ?? ''));
  return {
    type: 'table',
    align: columns.map(({ align }) => align),
    children: [columns.map(({ head }) => head), ...rows].map((cells) => ({
      type: 'tableRow',
      children: cells.map(cell),
    })),
  };
};

export const list = (items: readonly BlockContent[]): List => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: items.map((item) => ({ type: 'listItem', spread: false, children: [item] })),
});

export const heading = (depth: Heading['depth'], ...parts: Inline[]): Heading => ({
  type: 'heading',
  depth,
  children: inline(parts),
});

export const strong = (value: string): Strong => ({ type: 'strong', children: text(value) });
