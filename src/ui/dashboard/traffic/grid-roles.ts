/**
 * What the parts of the list are to a screen reader. It cannot be a `<table>`: only the rows in the
 * window are drawn, each in its place. The focus stays on the grid, which names the active row.
 */
export const gridRoles = {
  rowgroup: { role: 'rowgroup' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'gridcell' },
  /** A row in its place; the head is the first. */
  row: (index: number, isSelected?: boolean) =>
    ({
      role: 'row',
      'aria-rowindex': index + 1,
      ...(isSelected === undefined ? {} : { 'aria-selected': isSelected }),
    }) as const,
} as const;
