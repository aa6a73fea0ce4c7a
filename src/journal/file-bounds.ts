/** How large a file may become. */
export interface FileBounds {
  /** The oldest exchanges beyond this many are removed. */
  readonly maxExchanges: number;
  /** Pages of the database that may be in use. */
  readonly mostPages: number;
  /** Pages in the write-ahead log from which on it is brought into the database. */
  readonly mostLogPages: number;
  /** Bytes of exchanges that are written in one transaction, unless one alone is larger. */
  readonly mostBatchBytes: number;
}

/** What SQLite makes pages of. */
export const pageSize = 4096;

const megabyte = 1024 * 1024;

/** The share of the bytes that the log and the batch under way may have beside the database. */
const share = 16;

/** Bounds for a database that stays within so many bytes, with its write-ahead log. */
export const fileBounds = ({
  maxExchanges,
  maxBytes,
}: {
  readonly maxExchanges: number;
  readonly maxBytes: number;
}): FileBounds => {
  const mostLogBytes = Math.min(4 * megabyte, maxBytes / share);
  const mostBatchBytes = mostLogBytes;
  // The log holds what was written since, and the batch that went beyond its bound.
  const besides = mostLogBytes + 2 * mostBatchBytes;
  return {
    maxExchanges,
    mostPages: Math.floor((maxBytes - besides) / pageSize),
    mostLogPages: Math.max(1, Math.floor(mostLogBytes / pageSize)),
    mostBatchBytes,
  };
};
