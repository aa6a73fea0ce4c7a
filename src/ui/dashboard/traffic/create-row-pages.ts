import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';

/** How many rows are read at once. */
export const rowsOfPage = 200;

/** So many pages are held; those that nobody has looked at for longest go first. */
const mostPages = 60;

type Page = (ExchangeRow | undefined)[];

/** Rows by their seq, in pages, of which the last used are held. */
export interface RowPages {
  row(seq: number): ExchangeRow | undefined;
  /** Takes rows; those that are known are replaced. */
  put(rows: readonly ExchangeRow[]): void;
  /** The row of that id as `change` makes it, if it is held. */
  change(id: string, change: (row: ExchangeRow) => ExchangeRow): void;
  /** First seqs of the pages between two places in which a row is missing. */
  missing(fromSeq: number, toSeq: number): readonly number[];
}

const startOf = (seq: number): number => seq - ((seq - 1) % rowsOfPage);

/** An empty store of rows; `touch` keeps the order of use in the Map itself. */
export const createRowPages = (): RowPages => {
  const pages = new Map<number, Page>();
  const seqs = new Map<string, number>();

  const drop = (start: number, page: Page): void => {
    pages.delete(start);
    for (const row of page) if (row !== undefined) seqs.delete(row.id);
  };

  const touch = (start: number): Page => {
    const page = pages.get(start) ?? [];
    pages.delete(start);
    pages.set(start, page);
    for (const [oldest, held] of pages) {
      if (pages.size <= mostPages) break;
      drop(oldest, held);
    }
    return page;
  };

  const row = (seq: number): ExchangeRow | undefined =>
    pages.get(startOf(seq))?.[seq - startOf(seq)];

  const putOne = (given: ExchangeRow): void => {
    const start = startOf(given.seq);
    touch(start)[given.seq - start] = given;
    seqs.set(given.id, given.seq);
  };

  return {
    row,
    put: (rows) => rows.forEach(putOne),
    change: (id, change) => {
      const known = row(seqs.get(id) ?? -1);
      if (known !== undefined) putOne(change(known));
    },
    missing: (fromSeq, toSeq) => {
      const starts: number[] = [];
      for (let seq = startOf(fromSeq); seq <= toSeq; seq += rowsOfPage) {
        touch(seq);
        const [first, last] = [Math.max(seq, fromSeq), Math.min(seq + rowsOfPage - 1, toSeq)];
        if (hasHole(first, last, row)) starts.push(seq);
      }
      return starts;
    },
  };
};

const hasHole = (first: number, last: number, row: RowPages['row']): boolean => {
  for (let seq = first; seq <= last; seq += 1) if (row(seq) === undefined) return true;
  return false;
};
