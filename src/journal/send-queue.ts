import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Exchange } from '../spec/exchange.ts';
import { mostInMemory, weightOf, weightOfJudgement } from './batch-weight.ts';
import { type JournalBatch, sizeOf } from './journal.ts';

/** What waits to be written. */
export type JournalEntry =
  | { readonly exchange: Exchange }
  | { readonly judgement: ExchangeJudgement }
  /** Something that is kept: the table says what. */
  | 'kept';

/** A batch that was sent, until it is known to be written. */
export interface SentBatch {
  readonly number: number;
  readonly batch: JournalBatch;
  readonly bytes: number;
}

interface SendQueueOptions {
  readonly send: (sent: SentBatch) => void;
  /** What changed in what is kept, as JSON. */
  readonly takeKept: () => string | undefined;
  /** Bytes of exchanges that are written in one transaction. */
  readonly mostBatchBytes: number;
}

/** What was recorded, on its way to the file: it is held until it is written. */
export interface SendQueue {
  /** Takes an entry in; costs a push. Whether there was room for it. */
  add(entry: JournalEntry): boolean;
  /** Hands over what waits, now. */
  flush(): void;
  /** That batch and all before it are done with; gives how many exchanges were in them. */
  acknowledge(number: number): number;
  /** Sends again what is not known to be written. */
  resend(): void;
  /** Gives all that is not known to be written, in order, and forgets it. */
  drain(): JournalBatch[];
  /** All that is not known to be written; it stays. */
  held(): JournalBatch;
  /** Exchanges that are not known to be written. */
  exchanges(): number;
  /** Everything that is not known to be written. */
  size(): number;
  bytes(): number;
  /** Whether a batch is with the thread. */
  isUnderWay(): boolean;
  /** How many entries were ever added. */
  added(): number;
  /** Resolves once so many are acknowledged or drained, or after `limitMs`: whether they are. */
  settled(added: number, limitMs: number): Promise<boolean>;
  /** Resolves when at most so many bytes wait, or after `limitMs`. */
  below(bytes: number, limitMs: number): Promise<void>;
  /** Lets everybody go who waits. */
  release(): void;
}

/** How long a row may wait for its commit, and how many rows are worth one. */
const longestWaitMs = 5;
const fullAt = 50;

/** When the thread is behind, so many rows are one batch at most, and so many bytes are with it. */
const mostRows = 500;
const mostSentBytes = 4 * 1024 * 1024;

/** A queue. Batches go outside the turn in which their entries were added. */
export const createSendQueue = (options: SendQueueOptions): SendQueue => {
  const queue: Queue = {
    ...{ options, waiting: createEntries(), waiters: createWaiters(), sent: [], timer: undefined },
    ...{ sentBytes: 0, lastNumber: 0, added: 0, done: 0 },
  };
  const { waiting, waiters } = queue;
  return {
    add: (entry) => add(queue, entry),
    flush: () => sendAll(queue),
    acknowledge: (number) => acknowledge(queue, number),
    resend: () => {
      for (const each of queue.sent) options.send(each);
    },
    drain: () => drain(queue),
    held: () => joined([...queue.sent.map(({ batch }) => batch), waiting.batch()]),
    exchanges: () => waiting.exchanges() + queue.sent.reduce((sum, { batch }) => sum + batch.exchanges.length, 0),
    size: () => queue.added - queue.done,
    bytes: () => bytesOf(queue),
    isUnderWay: () => queue.sent.length > 0,
    added: () => queue.added,
    settled: async (target, limitMs) => {
      sendAll(queue);
      await waiters.wait((now) => now.done >= target, { now: progressOf(queue), limitMs });
      return queue.done >= target;
    },
    below: async (most, limitMs) => await waiters.wait((now) => now.bytes <= most, { now: progressOf(queue), limitMs }),
    release: waiters.release,
  };
};

interface Queue {
  readonly options: SendQueueOptions;
  readonly waiting: ReturnType<typeof createEntries>;
  readonly waiters: ReturnType<typeof createWaiters>;
  sent: SentBatch[];
  sentBytes: number;
  timer: NodeJS.Timeout | undefined;
  lastNumber: number;
  /** Entries that were ever added, and those of them that are done with. */
  added: number;
  done: number;
}

const bytesOf = ({ waiting, sentBytes }: Queue): number => waiting.bytes() + sentBytes;

const progressOf = (queue: Queue): Progress => ({ done: queue.done, bytes: bytesOf(queue) });

const add = (queue: Queue, entry: JournalEntry): boolean => {
  const weight = weightOfEntry(entry);
  if (bytesOf(queue) + weight > mostInMemory) return false;
  queue.waiting.push(entry, weight);
  queue.added += 1;
  if (queue.waiting.size() === 1) schedule(queue);
  else if (queue.waiting.size() === fullAt) setImmediate(sendAll, queue);
  return true;
};

const schedule = (queue: Queue): void => {
  if (queue.timer === undefined) queue.timer = setTimeout(sendAll, longestWaitMs, queue);
  else queue.timer.refresh();
};

const sendAll = (queue: Queue): void => {
  const { options, waiting, sent } = queue;
  while (waiting.size() > 0 && (sent.length === 0 || queue.sentBytes < mostSentBytes)) {
    const { batch, bytes, count } = takeBatch(waiting, options);
    queue.done += count - sizeOf(batch);
    if (sizeOf(batch) === 0) continue;
    queue.lastNumber += 1;
    const next = { number: queue.lastNumber, batch, bytes };
    sent.push(next);
    queue.sentBytes += bytes;
    options.send(next);
  }
};

const acknowledge = (queue: Queue, number: number): number => {
  const { sent } = queue;
  let exchanges = 0;
  for (let [first] = sent; first !== undefined && first.number <= number; [first] = sent) {
    sent.shift();
    queue.sentBytes -= first.bytes;
    queue.done += sizeOf(first.batch);
    exchanges += first.batch.exchanges.length;
  }
  sendAll(queue);
  queue.waiters.look(progressOf(queue));
  return exchanges;
};

const drain = (queue: Queue): JournalBatch[] => {
  const batches = queue.sent.map(({ batch }) => batch);
  while (queue.waiting.size() > 0) batches.push(takeBatch(queue.waiting, queue.options).batch);
  [queue.sent, queue.sentBytes, queue.done] = [[], 0, queue.added];
  queue.waiters.look(progressOf(queue));
  return batches;
};

const weightOfEntry = (entry: JournalEntry): number => {
  if (entry === 'kept') return 0;
  return 'exchange' in entry ? weightOf(entry.exchange) : weightOfJudgement;
};

const isExchange = (entry: JournalEntry): entry is { readonly exchange: Exchange } =>
  entry !== 'kept' && 'exchange' in entry;

/** Entries in their order, with their weights. */
const createEntries = () => {
  let entries: JournalEntry[] = [];
  let begin = 0;
  let [bytes, exchanges] = [0, 0];
  return {
    size: (): number => entries.length - begin,
    bytes: (): number => bytes,
    exchanges: (): number => exchanges,
    push: (entry: JournalEntry, weight: number): void => {
      entries.push(entry);
      bytes += weight;
      if (isExchange(entry)) exchanges += 1;
    },
    first: (): JournalEntry | undefined => entries[begin],
    batch: (): JournalBatch => batchOf(entries.slice(begin)),
    shift: (): void => {
      const entry = entries[begin];
      if (entry === undefined) return;
      bytes -= weightOfEntry(entry);
      if (isExchange(entry)) exchanges -= 1;
      begin += 1;
      // Removing them one by one would move all that follow each time.
      if (begin < 1_000 && begin < entries.length) return;
      entries = entries.slice(begin);
      begin = 0;
    },
  };
};

/** What of the entries is written as a batch, but for what is kept. */
export const batchOf = (entries: readonly JournalEntry[]): JournalBatch => ({
  exchanges: entries.filter(isExchange).map(({ exchange }) => exchange),
  judgements: entries.flatMap((entry) => (entry !== 'kept' && 'judgement' in entry ? [entry.judgement] : [])),
});

const joined = (batches: readonly JournalBatch[]): JournalBatch => ({
  exchanges: batches.flatMap(({ exchanges }) => exchanges),
  judgements: batches.flatMap(({ judgements }) => judgements),
});

/** The next entries as a batch, and how many entries became it. */
const takeBatch = (waiting: ReturnType<typeof createEntries>, { mostBatchBytes, takeKept }: SendQueueOptions) => {
  const entries: JournalEntry[] = [];
  let bytes = 0;
  for (let entry = waiting.first(); entry !== undefined; entry = waiting.first()) {
    const weight = weightOfEntry(entry);
    const count = entries.length;
    if (count > 0 && (count === mostRows || bytes + weight > mostBatchBytes)) break;
    waiting.shift();
    entries.push(entry);
    bytes += weight;
  }
  const kept = entries.includes('kept') ? takeKept() : undefined;
  return { batch: { ...batchOf(entries), kept }, bytes, count: entries.length };
};

interface Progress {
  /** Entries that are done with, of all that were ever added. */
  readonly done: number;
  readonly bytes: number;
}

/** Those who wait for progress, each for a limited time. */
const createWaiters = () => {
  const waiters = new Map<() => void, (now: Progress) => boolean>();
  return {
    wait: async (
      isReached: (now: Progress) => boolean,
      { now, limitMs }: { readonly now: Progress; readonly limitMs: number },
    ): Promise<void> => {
      if (isReached(now)) return;
      await new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(limit);
          waiters.delete(end);
          resolve();
        };
        const limit = setTimeout(end, limitMs);
        waiters.set(end, isReached);
      });
    },
    look: (now: Progress): void => {
      for (const [end, isReached] of [...waiters]) if (isReached(now)) end();
    },
    release: (): void => {
      for (const end of [...waiters.keys()]) end();
    },
  };
};
