import { setTimeout as delay } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { ErrorCode } from '../spec/walletproof-error.ts';
import type { FileBounds, WrittenBatch } from './batch.ts';
import type { JournalDatabase } from './journal-database.ts';
import type { KeptRow } from './kept.ts';
import type { LookOrder, Range } from './search.ts';
import { causeText, firstSentence, isDamage, mayPass } from './sqlite-errors.ts';

// The thread that a journal's file belongs to; file-journal.ts asks it.

/** What the thread is asked for, first to open the file. */
export type Order =
  | OpenOrder
  | { readonly kind: 'write'; readonly batch: WrittenBatch }
  | { readonly kind: 'look'; readonly order: LookOrder }
  | { readonly kind: 'row'; readonly id: string }
  | { readonly kind: 'close' };

interface OpenOrder {
  readonly kind: 'open';
  readonly file: string;
  readonly bounds: FileBounds;
  /** Whether what a platform keeps is wanted, where no other process keeps it. */
  readonly keeps: boolean;
  /** Unix milliseconds, for the name of a file that is moved aside. */
  readonly nowMs: number;
}

/** A WalletproofError on its way between threads. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string;
  readonly isDriverMissing?: boolean;
}

/** What the thread says; `number`: of the order that it answers. */
export type FromThread =
  | { readonly kind: 'answer'; readonly number: number; readonly value: unknown; readonly range?: Range | undefined }
  | { readonly kind: 'failure'; readonly number: number; readonly error: PlainError }
  /** What is to be written waits until the file can be written. */
  | { readonly kind: 'stuck'; readonly cause: string }
  | { readonly kind: 'told'; readonly error: PlainError };

/** What is kept; absent where another process keeps it, or nobody asked for it. */
export interface Opened {
  readonly kept?: readonly KeptRow[];
}

/** Why nothing of a batch could be written, and never will be. */
export interface Written {
  readonly lostFor?: string;
}

const say = (message: FromThread): void => parentPort?.postMessage(message);

const tell = ({ code, message, remedy }: PlainError): void => say({ kind: 'told', error: { code, message, remedy } });

/** SQLite, and what works with it. */
const load = async () => {
  const { default: SqliteDatabase } = await import('better-sqlite3');
  new SqliteDatabase(':memory:').close();
  return { ...(await import('./journal-database.ts')), ...(await import('./take-keeping.ts')) };
};

const loading = load();
// Told to whoever opens the file.
loading.catch(() => undefined);

/** How long a write waits until it is tried again: at first, and at most. */
const retryMs = { first: 50, most: 1_000 };
/** A file that another program locks for longer than this is not waited for by those who read. */
const longestReadLockMs = 2_000;

/** The file while the thread has it. */
class HeldFile {
  isClosed = false;
  readonly #modules: Awaited<typeof loading>;
  readonly #order: OpenOrder;
  #database: JournalDatabase;
  readonly #release: () => void;
  readonly opened: Opened;

  constructor(modules: Awaited<typeof loading>, order: OpenOrder) {
    this.#modules = modules;
    this.#order = order;
    const { file, bounds, keeps, nowMs } = order;
    this.#database = modules.JournalDatabase.open(file, bounds, { tell, nowMs });
    const taken = keeps ? modules.takeKeeping(file) : undefined;
    if (keeps && taken === undefined) tell(keptByAnother(file));
    this.opened = taken === undefined ? {} : { kept: this.#database.kept() };
    this.#release = taken ?? (() => undefined);
  }

  range(): Range {
    return this.#database.range();
  }

  /** Tries it until it is done, or never can be. */
  async write(batch: WrittenBatch): Promise<Written> {
    const own = this.opened.kept === undefined ? { ...batch, kept: undefined } : batch;
    let isNewFile = false;
    for (let waitMs = retryMs.first; !this.isClosed; waitMs = Math.min(2 * waitMs, retryMs.most)) {
      try {
        this.#database.write(own);
        return {};
      } catch (error) {
        if (isDamage(error) && !isNewFile) {
          this.#beginAgain(error);
          isNewFile = true;
          continue;
        }
        if (!mayPass(error)) return { lostFor: causeText(error) };
        say({ kind: 'stuck', cause: causeText(error) });
        await delay(waitMs);
      }
    }
    return { lostFor: 'it is closed' };
  }

  /** Undefined where it is closed meanwhile. */
  async read<T>(read: (database: JournalDatabase) => T): Promise<T | undefined> {
    const until = performance.now() + longestReadLockMs;
    while (!this.isClosed) {
      try {
        return read(this.#database);
      } catch (error) {
        if (isDamage(error)) this.#beginAgain(error);
        else if (mayPass(error) && performance.now() < until) await delay(retryMs.first);
        else throw unreadable(this.#order.file, causeText(error));
      }
    }
    return undefined;
  }

  close(): void {
    this.isClosed = true;
    this.#database.close();
    this.#release();
  }

  /** The damaged file is moved aside, and another begun behind its last place; what it still tells is kept in that. */
  #beginAgain(cause: unknown): void {
    const { JournalDatabase: Tables } = this.#modules;
    const { file, bounds, nowMs } = this.#order;
    const kept = orElse(() => this.#database.kept(), []);
    const floor = orElse(() => this.#database.range().last, 0);
    this.#database.close();
    this.#database = Tables.open(file, bounds, { tell, nowMs, damage: causeText(cause), floor });
    this.#database.keep({
      cleared: false,
      changes: kept.map(({ kind, key, value }) => [kind, key, JSON.parse(value)]),
    });
  }
}

const orElse = <T>(read: () => T, otherwise: T): T => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

const keptByAnother = (file: string): PlainError => ({
  code: 'environment',
  message: `Another process keeps its sessions in the journal ${file}; the sessions of this one end with it.`,
  remedy: 'Name another file with --journal where they are to survive a restart.',
});

const unreadable = (file: string, cause: string): PlainError => ({
  code: 'environment',
  message: `The journal ${file} cannot be read: ${cause}.`,
  remedy: 'Try again once no other program locks the file.',
});

const driverMissing = (file: string, error: unknown): PlainError => ({
  code: 'environment',
  message: `The journal ${file} needs better-sqlite3, which cannot be loaded: ${firstSentence(causeText(error))}.`,
  remedy: 'Install it with its native part: npm rebuild better-sqlite3, without --ignore-scripts.',
  isDriverMissing: true,
});

let held: HeldFile | undefined;

const openFile = async (order: OpenOrder): Promise<Opened> => {
  let modules: Awaited<typeof loading>;
  try {
    modules = await loading;
  } catch (error) {
    throw driverMissing(order.file, error);
  }
  held = new HeldFile(modules, order);
  return held.opened;
};

const answerTo = async (order: Order): Promise<unknown> => {
  switch (order.kind) {
    case 'open':
      return await openFile(order);
    case 'write':
      return await held?.write(order.batch);
    case 'look':
      return await held?.read((database) => database.look(order.order));
    case 'row':
      return await held?.read((database) => database.row(database.seqOf(order.id)));
    case 'close':
      return held?.close();
  }
};

parentPort?.on('message', async ({ number, order }: { readonly number: number; readonly order: Order }) => {
  try {
    const value = await answerTo(order);
    const range = orElse(() => held?.range(), undefined);
    say({ kind: 'answer', number, value, range });
  } catch (error) {
    const { code = 'environment', message = '', remedy = '', isDriverMissing } = Object(error) as Partial<PlainError>;
    say({ kind: 'failure', number, error: { code, message, remedy, isDriverMissing } });
  }
  if (order.kind === 'close') parentPort?.close();
});
