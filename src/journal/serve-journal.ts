import { setTimeout as delay } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { type JournalFile, openJournalFile } from './journal-file.ts';
import { type Searched, searchInSlices } from './search-in-slices.ts';
import { causeText, mayPass } from './sqlite-errors.ts';
import { type FromThread, plainError, type ReadOrder, type ThreadData, type ToThread } from './thread-messages.ts';
import { createUnpacking, type UnpackedBatch } from './unpack-batch.ts';

type Say = (message: FromThread) => void;

/** Writes and reads the file for the thread at the other end of the port, until that closes it. */
export const serveJournal = (port: MessagePort, data: ThreadData): void => {
  const say: Say = (message) => port.postMessage(message);
  const file = opened(data, say);
  if (file === undefined) return;
  const writing = createWriting(file, say, () => port.close());
  const reading = createReading(file, say, data.file);
  const unpack = createUnpacking();
  const close = async (): Promise<void> => {
    writing.end();
    file.close();
    await reading.ended();
    say({ kind: 'closed' });
    port.close();
  };
  port.on('message', (order: ToThread) => {
    if (order.kind === 'write') writing.add({ number: order.number, batch: unpack(order.batch) });
    else if (order.kind === 'abort') reading.abort(order.read);
    else if (order.kind === 'close') void close();
    else if (order.kind !== 'open') void reading.answer(order);
  });
  say({ kind: 'opened', range: file.range(), kept: file.kept });
};

const opened = (data: ThreadData, say: Say): JournalFile | undefined => {
  try {
    return openJournalFile(data, (error) => say({ kind: 'told', error: plainError(error) }));
  } catch (error) {
    if (!(error instanceof WalletproofError)) throw error;
    say({ kind: 'refused', error: plainError(error), isDriverMissing: false });
    return undefined;
  }
};

interface Numbered {
  readonly number: number;
  readonly batch: UnpackedBatch;
}

const firstRetryMs = 10;
const longestRetryMs = 1_000;

/** Writes batch after batch; one that cannot be written now is tried again until it can. */
const createWriting = (file: JournalFile, say: Say, giveUp: () => void) => {
  const queue: Numbered[] = [];
  let retry: NodeJS.Timeout | undefined;
  let waitMs = firstRetryMs;
  const done = (number: number, lostFor?: string): void => {
    queue.shift();
    waitMs = firstRetryMs;
    say({ kind: 'written', number, range: file.range(), lostFor });
  };
  const tryAgain = (error: unknown): void => {
    say({ kind: 'stuck', cause: causeText(error) });
    retry = setTimeout(writeAll, waitMs);
    waitMs = Math.min(2 * waitMs, longestRetryMs);
  };
  const failed = (number: number, error: unknown): void => {
    if (isTaken(error)) {
      say({ kind: 'gone', error: plainError(error) });
      giveUp();
    } else if (error instanceof WalletproofError || mayPass(error)) tryAgain(error);
    else done(number, causeText(error));
  };
  const writeAll = (): void => {
    retry = undefined;
    for (let [next] = queue; next !== undefined && retry === undefined; [next] = queue) {
      try {
        file.write(next.batch);
        done(next.number);
      } catch (error) {
        failed(next.number, error);
        if (isTaken(error)) return;
      }
    }
  };
  return {
    add: (numbered: Numbered): void => {
      queue.push(numbered);
      if (retry === undefined) writeAll();
    },
    end: (): void => clearTimeout(retry),
  };
};

/** The path belongs to another program's file now. */
const isTaken = (error: unknown): error is WalletproofError =>
  error instanceof WalletproofError && error.code === 'configuration';

/** A file that another program locks for longer than this is not waited for. */
const longestReadLockMs = 2_000;
const readRetryMs = 50;
const aliveMs = 500;

/** Answers reads side by side: each gives way between its slices. */
const createReading = (file: JournalFile, say: Say, path: string) => {
  const underWay = createUnderWay(say);
  const answer = async (order: ReadOrder): Promise<void> => {
    const signal = underWay.begin(order.read);
    try {
      const value = await readWhilePossible(file, order, signal);
      say({ kind: 'answer', read: order.read, value, range: file.range() });
    } catch (error) {
      const failure = plainError(unreadable(path, error));
      if (!signal.aborted) say({ kind: 'failure', read: order.read, error: failure });
    }
    underWay.end(order.read);
  };
  return { answer, abort: underWay.abort, ended: underWay.ended };
};

/** The reads that are not answered yet; a sign of life while there are some. */
const createUnderWay = (say: Say) => {
  const reads = new Map<number, AbortController>();
  let alive: NodeJS.Timeout | undefined;
  let ended: (() => void) | undefined;
  return {
    begin: (read: number): AbortSignal => {
      const controller = new AbortController();
      reads.set(read, controller);
      alive ??= setInterval(() => say({ kind: 'alive' }), aliveMs);
      return controller.signal;
    },
    end: (read: number): void => {
      reads.delete(read);
      if (reads.size > 0) return;
      clearInterval(alive);
      alive = undefined;
      ended?.();
    },
    abort: (read: number): void => reads.get(read)?.abort(),
    ended: async (): Promise<void> =>
      await new Promise((resolve) => {
        ended = resolve;
        if (reads.size === 0) resolve();
      }),
  };
};

const readWhilePossible = async (file: JournalFile, order: ReadOrder, signal: AbortSignal): Promise<unknown> => {
  const until = performance.now() + longestReadLockMs;
  for (;;) {
    try {
      return await readOnce(file.searched(), order, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (performance.now() > until || !isWorthAnotherTry(file, error)) throw error;
    }
    await delay(readRetryMs);
  }
};

const isWorthAnotherTry = (file: JournalFile, error: unknown): boolean =>
  mayPass(error) || file.afterReadError(error) === 'again';

const readOnce = async (searched: Searched, order: ReadOrder, signal: AbortSignal): Promise<unknown> => {
  if (order.kind === 'rows') return await searchInSlices(searched, order.query, signal);
  const seq = searched.seqOf(order.exchangeId);
  return seq === undefined ? undefined : searched.row(seq);
};

const unreadable = (path: string, error: unknown): WalletproofError =>
  error instanceof WalletproofError
    ? error
    : new WalletproofError(
        'environment',
        `The journal ${path} cannot be read: ${causeText(error)}.`,
        'Try again once no other program locks the file.',
        { cause: error },
      );
