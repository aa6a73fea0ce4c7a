import { WalletproofError } from '../spec/walletproof-error.ts';
import { mostInMemory } from './batch-weight.ts';
import { fileBounds } from './file-bounds.ts';
import type { Journal, JournalBatch } from './journal.ts';
import { createCondition, type JournalCondition } from './journal-condition.ts';
import type { KeptTable, OpenedKept } from './kept-table.ts';
import { openMemoryJournal } from './memory-journal.ts';
import { createPacking } from './pack-batch.ts';
import { createPendingReads, type PendingReads } from './pending-reads.ts';
import type { Range } from './search-in-slices.ts';
import { createSendQueue, type SendQueue } from './send-queue.ts';
import { causeText } from './sqlite-errors.ts';
import { type Heard, openThreadLink, type ThreadLink } from './thread-link.ts';
import type { PlainError, ThreadData, ToThread } from './thread-messages.ts';

export interface FileJournalOptions {
  readonly file: string;
  readonly maxExchanges: number;
  readonly maxBytes: number;
  /** As JSON, what a platform keeps for its next start; keeps nothing where this is absent. */
  readonly writeKept?: (value: unknown) => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly onError: (error: WalletproofError) => void;
}

/** What this side of a journal in a file works with; what is not readonly changes while it is in use. */
export interface ThreadWork {
  readonly options: FileJournalOptions;
  readonly condition: JournalCondition;
  readonly queue: SendQueue;
  readonly reads: PendingReads;
  /** The thread that the file belongs to now. */
  link: ThreadLink | undefined;
  /** Batches are held until it is opened. */
  isOpened: boolean;
  isClosed: boolean;
  hasStartedAgain: boolean;
  /** As the thread last told. */
  range: Range;
  /** When the thread last said something, or was asked for something after a pause. */
  heardAt: number;
  kept: KeptTable | undefined;
  /** What the journal goes on in where the file cannot be used any more. */
  memory: Journal | undefined;
  onClosed: () => void;
}

/** What is ready for a thread, without one. */
export const prepareWork = (options: FileJournalOptions): ThreadWork => {
  const condition = createCondition(options.file, options.onError);
  const post = (message: ToThread): void => work.link?.post(message);
  const silent = (): number => silentMs(work);
  const work: ThreadWork = {
    options,
    condition,
    queue: createSendQueue({
      mostBatchBytes: fileBounds(options).mostBatchBytes,
      takeKept: () => takeKept(work),
      send: (sent) => send(work, sent),
    }),
    reads: createPendingReads({ file: options.file, post, silentMs: silent }),
    ...{ link: undefined, kept: undefined, memory: undefined },
    ...{ isOpened: false, isClosed: false, hasStartedAgain: false },
    range: { first: 1, last: 0 },
    heardAt: performance.now(),
    onClosed: () => undefined,
  };
  return work;
};

/** What the thread is started with. */
export const threadData = ({ options }: ThreadWork): ThreadData => ({
  file: options.file,
  bounds: fileBounds(options),
  keeping: options.writeKept === undefined ? 'nothing' : 'state',
  startedAt: options.now(),
});

/** For how long the thread has said nothing, milliseconds. */
export const silentMs = ({ heardAt }: ThreadWork): number => performance.now() - heardAt;

/** The file is open: what waits is handed over. */
export const begin = (
  work: ThreadWork,
  { range }: { readonly range: Range; readonly kept: OpenedKept | 'elsewhere' },
): void => {
  [work.isOpened, work.range] = [true, range];
  work.link?.unref();
  work.queue.resend();
  work.reads.resend();
};

/** Takes in what the thread says. */
export const hear = (work: ThreadWork, heard: Heard): void => {
  work.heardAt = performance.now();
  const act = hearing[heard.kind] as ((work: ThreadWork, heard: Heard) => void) | undefined;
  act?.(work, heard);
};

/** How long a thread may take to end. */
const endMs = 1_000;

type Hearing = {
  readonly [K in Heard['kind']]?: (work: ThreadWork, heard: Extract<Heard, { readonly kind: K }>) => void;
};

const hearing: Hearing = {
  opened: begin,
  refused: (work, { error }) => goOnInMemory(work, error.message),
  written: (work, { number, range, lostFor }) => {
    work.range = range;
    const exchanges = work.queue.acknowledge(number);
    if (lostFor === undefined) work.condition.works();
    else work.condition.lose(exchanges, lostFor);
  },
  stuck: ({ condition, queue }, { cause }) => {
    condition.stuck(cause);
    queue.release();
  },
  told: ({ options }, { error }) => options.onError(errorOf(error)),
  answer: (work, { read, value, range }) => {
    work.range = range;
    work.reads.answer(read, value);
  },
  failure: ({ reads }, { read, error }) => reads.fail(read, errorOf(error)),
  gone: (work, { error }) => goOnInMemory(work, error.message),
  died: (work, { cause }) => {
    if (work.hasStartedAgain || work.isClosed) goOnInMemory(work, cause);
    else startAgain(work, cause);
  },
  closed: ({ link, onClosed }) => {
    void link?.stop(endMs);
    onClosed();
  },
};

const errorOf = ({ code, message, remedy }: PlainError): WalletproofError =>
  new WalletproofError(code, message, remedy);

/** A thread that died is followed by another, once. */
const startAgain = (work: ThreadWork, cause: string): void => {
  work.condition.startedAgain(cause);
  [work.hasStartedAgain, work.isOpened] = [true, false];
  packings.delete(work);
  const data = { ...threadData(work), goesOnAfter: work.range.last };
  work.link = openThreadLink(data, (heard) => hear(work, heard));
};

const goOnInMemory = (work: ThreadWork, cause: string): void => {
  const { options, range, queue, reads, condition } = work;
  void work.link?.stop(endMs);
  const { maxExchanges } = options;
  const memory = openMemoryJournal({ maxExchanges, maxBytes: mostInMemory, floor: range.last });
  work.memory = memory;
  for (const batch of queue.drain()) takeOver(memory, batch);
  reads.answerBy(memory);
  condition.inMemory(cause);
  queue.release();
};

/** Records it there. What is kept for the next start needs a file. */
export const takeOver = (memory: Journal, { exchanges, judgements }: JournalBatch): void => {
  for (const exchange of exchanges) memory.record(exchange);
  for (const judgement of judgements) memory.judge(judgement);
};

type Sent = Parameters<Parameters<typeof createSendQueue>[0]['send']>[0];

/** What each thread has of shared bytes already. */
const packings = new WeakMap<ThreadWork, ReturnType<typeof createPacking>>();

const send = (work: ThreadWork, { number, batch }: Sent): void => {
  // The next thread is sent all of it once it has opened the file.
  if (!work.isOpened) return;
  const pack = packings.get(work) ?? createPacking();
  packings.set(work, pack);
  const packed = pack(batch);
  work.link?.post({ kind: 'write', number, batch: packed }, [packed.bytes.buffer]);
};

/** What is no JSON is lost, and stops nothing else. */
const takeKept = ({ kept, condition }: ThreadWork): string | undefined => {
  try {
    return kept?.take();
  } catch (error) {
    condition.lose(0, causeText(error));
    return undefined;
  }
};
