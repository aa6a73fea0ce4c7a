import type { Document } from 'yaml';
import { isMap, isSeq, parseDocument } from 'yaml';

export interface ListEdit {
  /** The key of the list at the top of the document; it is made where the text has none. */
  readonly key: string;
  /** Positions (from 0) of the items that go. */
  readonly without: ReadonlySet<number>;
  /** Items that come to the end. */
  readonly with: readonly unknown[];
}

/** A YAML text with items of a list taken out and others added; comments and the rest stay. */
export const editList = (text: string, edit: ListEdit): string => {
  const document: Document = parseDocument(text, { version: '1.2', schema: 'core' });
  if (!isMap(document.contents)) document.contents = document.createNode({});
  if (!isSeq(document.get(edit.key))) document.set(edit.key, document.createNode([]));
  const list = document.get(edit.key);
  if (!isSeq(list)) return text;
  list.items = [
    ...list.items.filter((_, index) => !edit.without.has(index)),
    ...edit.with.map((item) => document.createNode(item)),
  ];
  // Many entries in one line, as `[]` would have them, are hard to read.
  if (list.items.length > 0) list.flow = false;
  return document.toString({ lineWidth: 100 });
};
