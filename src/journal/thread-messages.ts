import type { ErrorCode, WalletproofError } from '../spec/walletproof-error.ts';
import type { FileBounds } from './file-bounds.ts';
import type { ExchangeQuery } from './journal.ts';
import type { OpenedKept } from './kept-table.ts';
import type { PackedBatch } from './pack-batch.ts';
import type { Range } from './search-in-slices.ts';

/** What the thread is told first. */
export interface ThreadData {
  readonly file: string;
  readonly bounds: FileBounds;
  /** Whether what a platform keeps is wanted, where no other process keeps it. */
  readonly keeping: 'nothing' | 'state';
  /** Unix milliseconds at its start. */
  readonly startedAt: number;
  /**
   * Of a thread that goes on for one that died: the place of the last exchange that is known to be
   * written. Those behind it may come again.
   */
  readonly goesOnAfter?: number;
}

/** What the thread is asked for. */
export type ToThread =
  /** Comes first, and once. */
  | { readonly kind: 'open'; readonly data: ThreadData }
  | { readonly kind: 'write'; readonly number: number; readonly batch: PackedBatch }
  | ReadOrder
  /** Nobody waits for that read any more. */
  | { readonly kind: 'abort'; readonly read: number }
  | { readonly kind: 'close' };

/** A read, under a number that its answer bears. */
export type ReadOrder =
  | { readonly kind: 'row'; readonly read: number; readonly exchangeId: string }
  | { readonly kind: 'rows'; readonly read: number; readonly query: ExchangeQuery };

/** What the thread says. */
export type FromThread =
  | { readonly kind: 'opened'; readonly range: Range; readonly kept: OpenedKept | 'elsewhere' }
  /** It cannot be opened. The thread ends. */
  | { readonly kind: 'refused'; readonly error: PlainError; readonly isDriverMissing: boolean }
  | Written
  /** A batch waits until the file can be written again. */
  | { readonly kind: 'stuck'; readonly cause: string }
  /** The file is another program's now. The thread ends. */
  | { readonly kind: 'gone'; readonly error: PlainError }
  | { readonly kind: 'told'; readonly error: PlainError }
  | {
      readonly kind: 'answer';
      readonly read: number;
      readonly value: unknown;
      readonly range: Range;
    }
  | { readonly kind: 'failure'; readonly read: number; readonly error: PlainError }
  /** A read takes its time. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'closed' };

/** A batch is done with. Batches are written in the order of their numbers. */
export interface Written {
  readonly kind: 'written';
  readonly number: number;
  readonly range: Range;
  /** Why none of it could be written, and never will be. */
  readonly lostFor?: string;
}

/** A WalletproofError on its way between threads. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string;
}

/** Its fields. */
export const plainError = ({ code, message, remedy }: WalletproofError): PlainError => ({
  code,
  message,
  remedy,
});
