import { WalletproofError } from '../spec/walletproof-error.ts';
import { mostInMemory } from './batch-weight.ts';
import type { Journal, JournalPage } from './journal.ts';
import { keepsNothing } from './kept-store.ts';
import { createKeptTable } from './kept-table.ts';
import { openMemoryJournal } from './memory-journal.ts';
import { batchOf, type JournalEntry } from './send-queue.ts';
import { type Heard, openThreadLink, within } from './thread-link.ts';
import type { FromThread } from './thread-messages.ts';
import {
  begin,
  type FileJournalOptions,
  hear,
  prepareWork,
  silentMs,
  type ThreadWork,
  takeOver,
  threadData,
} from './thread-work.ts';

/** better-sqlite3 cannot be loaded. */
export class MissingDriver extends WalletproofError {}

/** A journal in a file, which a thread opens, writes and reads. Rejects with a WalletproofError where it cannot be used. */
export const openFileJournal = async (options: FileJournalOptions): Promise<Journal> => {
  const { writeKept } = options;
  const work = prepareWork(options);
  const opened = await open(work);
  begin(work, opened);
  if (opened.kept !== 'elsewhere' && writeKept !== undefined) {
    const onWaiting = (): void => add(work, 'kept');
    work.kept = createKeptTable({ opened: opened.kept, onWaiting, write: writeKept });
  }
  return journalOf(work);
};

type Opened = Extract<FromThread, { readonly kind: 'opened' }>;

const open = async (work: ThreadWork): Promise<Opened> =>
  await new Promise((resolve, reject) => {
    let isOpening = true;
    work.link = openThreadLink(threadData(work), (heard) => {
      if (!isOpening || heard.kind === 'told') return hear(work, heard);
      isOpening = false;
      if (heard.kind === 'opened') return resolve(heard);
      void work.link?.stop(longestRoomWaitMs);
      reject(openingError(work.options.file, heard));
    });
  });

const openingError = (file: string, heard: Heard): WalletproofError => {
  if (heard.kind !== 'refused') {
    const cause = heard.kind === 'died' ? heard.cause : heard.kind;
    const message = `The journal ${file} cannot be opened: its thread ended (${cause}).`;
    return new WalletproofError('environment', message, 'Name another file with --journal.');
  }
  const { code, message, remedy } = heard.error;
  return heard.isDriverMissing ? new MissingDriver(code, message, remedy) : new WalletproofError(code, message, remedy);
};

/** Above this much that waits, requests wait as well, until half of it is left. */
const roomyBytes = mostInMemory / 4;
const longestRoomWaitMs = 1_000;

const journalOf = (work: ThreadWork): Journal => {
  const { condition, queue } = work;
  let ended: Promise<void> | undefined;
  return {
    record: (exchange) => add(work, { exchange }),
    judge: (judgement) => add(work, { judgement }),
    kept: work.kept ?? keepsNothing,
    row: async (id) => (work.isClosed ? undefined : await (await reader(work)).row(id)),
    rows: async (query, signal) => {
      signal?.throwIfAborted();
      if (work.isClosed) return nothing;
      const source = await reader(work);
      signal?.throwIfAborted();
      return await source.rows(query, signal);
    },
    bounds: () => work.memory?.bounds() ?? { firstSeq: work.range.first, lastSeq: work.range.last },
    count: () => work.memory?.count() ?? writtenCount(work) + queue.exchanges(),
    state: () => ({
      kind: work.memory === undefined ? 'file' : 'memory',
      lost: condition.lost(),
      degraded: condition.sentences(queue.isUnderWay() ? silentMs(work) : 0),
    }),
    room: () => {
      if (queue.bytes() <= roomyBytes || condition.isStuck() || work.isClosed) return undefined;
      return queue.below(roomyBytes / 2, longestRoomWaitMs);
    },
    flush: async () => await settle(work),
    close: async () => {
      work.isClosed = true;
      ended ??= end(work);
      await ended;
    },
  };
};

const nothing: JournalPage = { rows: [], more: false, searchedTo: 0 };

const writtenCount = ({ range }: ThreadWork): number => range.last - range.first + 1;

const add = (work: ThreadWork, entry: JournalEntry): void => {
  const { condition, queue, memory } = work;
  if (work.isClosed) condition.lose(exchangesIn(entry), 'it is closed');
  else if (memory !== undefined) takeOver(memory, batchOf([entry]));
  else {
    if (!queue.isUnderWay()) work.heardAt = performance.now();
    if (queue.add(entry)) return;
    condition.lose(exchangesIn(entry), `more than ${mostInMemory} bytes wait for it`);
  }
};

const exchangesIn = (entry: JournalEntry): number => batchOf([entry]).exchanges.length;

/** Reads wait so long for what was recorded before them; then they find what is written. */
const longestReadWaitMs = 2_000;

const reader = async (work: ThreadWork): Promise<Pick<Journal, 'row' | 'rows'>> => {
  const { condition, queue } = work;
  if (!condition.isStuck()) await queue.settled(queue.added(), longestReadWaitMs);
  if (work.memory !== undefined) return work.memory;
  return condition.isStuck() ? withHeld(work) : work.reads;
};

/** While nothing can be written, an exchange is looked for among those that wait, too. */
const withHeld = ({ queue, range, reads, options }: ThreadWork): Pick<Journal, 'row' | 'rows'> => {
  const { maxExchanges } = options;
  const held = openMemoryJournal({ maxExchanges, maxBytes: mostInMemory, floor: range.last });
  takeOver(held, queue.held());
  return {
    row: async (id) => (await held.row(id)) ?? (await reads.row(id)),
    rows: reads.rows,
  };
};

/** Without progress for so long, nobody waits for the thread any more. */
const longestStandstillMs = 5_000;
const lookMs = 500;

/** Resolves once all that was recorded until now is done with, or nothing moves any more. */
const settle = async ({ queue }: ThreadWork): Promise<void> => {
  const target = queue.added();
  let [size, movedAt] = [queue.size(), performance.now()];
  while (performance.now() - movedAt < longestStandstillMs) {
    if (await queue.settled(target, lookMs)) return;
    if (queue.size() < size) [size, movedAt] = [queue.size(), performance.now()];
  }
};

/** What cannot be written by now is lost, and told. */
const end = async (work: ThreadWork): Promise<void> => {
  const { condition, queue, reads, link, memory } = work;
  await settle(work);
  const left = queue.size();
  if (left > 0) condition.leave(queue.exchanges());
  queue.drain();
  if (memory === undefined) {
    const answered = new Promise<void>((resolve) => {
      work.onClosed = resolve;
    });
    link?.post({ kind: 'close' });
    await within(left > 0 ? lookMs : longestStandstillMs, answered);
  }
  await link?.stop(longestRoomWaitMs);
  reads.end();
  await memory?.close();
};
