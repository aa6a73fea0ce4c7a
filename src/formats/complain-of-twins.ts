import type { Cursor } from './document/cursor.ts';

/** Complains of items whose id an earlier item of the list has. */
export const complainOfTwins = (
  items: readonly { readonly id: string | number }[],
  list: Cursor,
  noun: string,
): void => {
  for (const [index, { id }] of items.entries()) {
    const first = items.findIndex((item) => item.id === id);
    if (first === index) continue;
    const { line } = list.at(first, 'id').place();
    const cursor = list.at(index, 'id');
    cursor.complain(`another ${noun} has the id \`${cursor.text() ?? id}\``, `see line ${line}`);
  }
};
