import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Journal, JournalPage, JournalRow } from './journal.ts';
import type { ReadOrder, ToThread } from './thread-messages.ts';

/** What is read, without its number. */
type Read = Unnumbered<ReadOrder>;
type Unnumbered<T> = T extends unknown ? Omit<T, 'read'> : never;

interface Pending {
  readonly order: ReadOrder;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface PendingReadsOptions {
  readonly file: string;
  readonly post: (message: ToThread) => void;
  /** For how long the thread has said nothing, milliseconds. */
  readonly silentMs: () => number;
}

/** Reads that the thread was asked for and has not answered. */
export interface PendingReads {
  row(exchangeId: string): Promise<JournalRow | undefined>;
  rows(query: Parameters<Journal['rows']>[0], signal?: AbortSignal): Promise<JournalPage>;
  answer(read: number, value: unknown): void;
  fail(read: number, error: WalletproofError): void;
  /** Asks again: another thread goes on. */
  resend(): void;
  /** Has them answered by a journal that needs no thread. */
  answerBy(journal: Journal): void;
  /** Rejects them all. */
  end(): void;
}

/** A thread that says nothing for so long while it is asked does not answer any more. */
const longestSilenceMs = 5_000;

export const createPendingReads = ({ file, post, silentMs }: PendingReadsOptions): PendingReads => {
  const pending = new Map<number, Pending>();
  const orders = (): ReadOrder[] => [...pending.values()].map(({ order }) => order);
  let last = 0;
  let watch: NodeJS.Timeout | undefined;
  const take = (read: number): Pending | undefined => {
    const found = pending.get(read);
    pending.delete(read);
    if (pending.size === 0) clearInterval(watch);
    return found;
  };
  const end = (): void => {
    for (const { read } of orders()) take(read)?.reject(noAnswer(file));
  };
  const begin = (entry: Pending): void => {
    if (pending.size === 0) {
      watch = setInterval(() => {
        if (silentMs() > longestSilenceMs) end();
      }, longestSilenceMs / 5);
    }
    pending.set(entry.order.read, entry);
    post(entry.order);
  };
  const ask = async (order: Read, signal?: AbortSignal): Promise<unknown> => {
    last += 1;
    const read = last;
    const abort = (): void => {
      const found = take(read);
      post({ kind: 'abort', read });
      found?.reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        begin({ order: { ...order, read }, resolve, reject });
      });
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  };

  return {
    row: async (exchangeId) => (await ask({ kind: 'row', exchangeId })) as JournalRow | undefined,
    rows: async (query, signal) => (await ask({ kind: 'rows', query }, signal)) as JournalPage,
    answer: (read, value) => take(read)?.resolve(value),
    fail: (read, error) => take(read)?.reject(error),
    resend: () => {
      for (const order of orders()) post(order);
    },
    answerBy: (journal) => {
      for (const order of orders()) take(order.read)?.resolve(readFrom(journal, order));
    },
    end,
  };
};

const readFrom = async (journal: Journal, order: ReadOrder): Promise<unknown> =>
  order.kind === 'row' ? await journal.row(order.exchangeId) : await journal.rows(order.query);

const noAnswer = (file: string): WalletproofError =>
  new WalletproofError(
    'environment',
    `The journal ${file} does not answer.`,
    'Check that its disk is available and not full; meanwhile exchanges are kept in memory.',
  );
