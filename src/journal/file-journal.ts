import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Exchange } from '../spec/exchange.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { type FileBounds, mostLogBytes, packBatch } from './batch.ts';
import type { ExchangeQuery, Journal, JournalPage, JournalRow, JournalState, JournalTally } from './journal.ts';
import type { FromThread, Opened, Order, PlainError, Written } from './journal-thread.ts';
import { KeptInFile, keepsNothing } from './kept.ts';
import { mostInMemory, openMemoryJournal, weightOf } from './memory-journal.ts';
import { type Look, type LookOrder, type Range, search, tally } from './search.ts';
import { startThread } from './start-thread.ts';

/** better-sqlite3 cannot be loaded. */
export class MissingDriver extends WalletproofError {}

export interface FileJournalOptions extends FileBounds {
  readonly file: string;
  /** As JSON, what a platform keeps for its next start; keeps nothing where this is absent. */
  readonly writeKept?: (value: unknown) => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly onError: (error: WalletproofError) => void;
}

/** A journal in a file, which a thread opens, writes and reads. Rejects with a WalletproofError where it cannot be used. */
export const openFileJournal = async (options: FileJournalOptions): Promise<Journal> => {
  const journal = new FileJournal(options);
  await journal.open();
  return {
    record: (exchange) => journal.add({ exchange }),
    judge: (judgement) => journal.add({ judgement }),
    kept: journal.kept ?? keepsNothing,
    row: async (id) => await journal.row(id),
    rows: async (query, signal) => await journal.rows(query, signal),
    tally: async (query, signal) => await journal.tally(query, signal),
    bounds: () => journal.bounds(),
    count: () => journal.count(),
    state: () => journal.state(),
    flush: async () => await journal.flush(),
    close: async () => await journal.close(),
  };
};

/** What waits to be written; `kept`: something that is kept has changed. */
type Entry = { readonly exchange: Exchange } | { readonly judgement: ExchangeJudgement } | 'kept';

/** How long a row may wait for its commit, and how many rows are worth one at once. */
const longestWaitMs = 5;
const fullAt = 50;
/** When the thread is behind, so many are written together at most. */
const mostTogether = 500;

/** Reads wait so long for what was recorded before them; then they find what is written. */
const longestCatchUpMs = 2_000;
/** Without progress for so long, nobody waits for the thread any more. */
const longestStandstillMs = 5_000;
const longestReadMs = 10_000;
const endMs = 1_000;

interface Asked {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: WalletproofError) => void;
}

class FileJournal {
  kept: KeptInFile | undefined;
  readonly #options: FileJournalOptions;
  readonly #thread = startThread();
  /** Orders that the thread has not answered, by their numbers. */
  readonly #asked = new Map<number, Asked>();
  #lastNumber = 0;
  /** What waits, and what is with the thread until it is known to be written. */
  #waiting: Entry[] = [];
  #sent: Entry[] = [];
  #bytes = 0;
  #added = 0;
  #done = 0;
  #timer: NodeJS.Timeout | undefined;
  #onProgress: (() => void)[] = [];
  /** As the thread last told. */
  #range: Range = { first: 1, last: 0 };
  #heardAt = performance.now();
  #isClosed = false;
  #ended: Promise<void> | undefined;
  #lost = 0;
  #isLossTold = false;
  #stuckFor: string | undefined;
  /** What the journal goes on in where its thread has ended, and why. */
  #memory: { readonly journal: Journal; readonly why: string } | undefined;

  constructor(options: FileJournalOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { file, maxExchanges, maxBytes, writeKept, now } = this.#options;
    this.#thread.on('message', (message: FromThread) => this.#hear(message));
    this.#thread.on('error', (error) => this.#die(error.message));
    this.#thread.on('exit', (code) => this.#die(`it ended with code ${code}`));
    try {
      const bounds = { maxExchanges, maxBytes };
      const order = { kind: 'open', file, bounds, keeps: writeKept !== undefined, nowMs: now() } as const;
      const { kept } = await this.#ask<Opened>(order);
      this.#thread.unref();
      if (kept !== undefined) this.kept = new KeptInFile(kept, () => this.add('kept'));
    } catch (error) {
      this.#isClosed = true;
      void this.#thread.terminate();
      throw error;
    }
  }

  add(entry: Entry): void {
    const bytes = weightOfEntry(entry);
    if (this.#isClosed) this.#lose([entry], 'it is closed');
    else if (this.#memory !== undefined) takeOver(this.#memory.journal, [entry]);
    else if (this.#bytes + bytes > mostInMemory) this.#lose([entry], `more than ${mostInMemory} bytes wait for it`);
    else {
      this.#waiting.push(entry);
      this.#bytes += bytes;
      this.#added += 1;
      // Batches go outside the turn in which their entries were added.
      this.#timer ??= setTimeout(() => this.#send(), longestWaitMs);
      if (this.#waiting.length === fullAt) setImmediate(() => this.#send());
    }
  }

  async row(id: string): Promise<JournalRow | undefined> {
    if (this.#isClosed) return undefined;
    await this.#catchUp();
    if (this.#memory !== undefined) return await this.#memory.journal.row(id);
    // While nothing can be written, an exchange is looked for among those that wait, too.
    const held = this.#stuckFor === undefined ? undefined : await this.#inMemory().row(id);
    return held ?? (await this.#ask<JournalRow | undefined>({ kind: 'row', id }));
  }

  async rows(query: ExchangeQuery, signal?: AbortSignal): Promise<JournalPage> {
    signal?.throwIfAborted();
    if (this.#isClosed) return { rows: [], more: false, searchedTo: 0 };
    await this.#catchUp();
    return await (this.#memory?.journal.rows(query, signal) ?? search(this.#lookIn, query, signal));
  }

  async tally(query: Parameters<Journal['tally']>[0], signal?: AbortSignal): Promise<JournalTally> {
    signal?.throwIfAborted();
    if (this.#isClosed) return { count: 0, isMore: false };
    await this.#catchUp();
    return await (this.#memory?.journal.tally(query, signal) ?? tally(this.#lookIn, query, signal));
  }

  bounds(): ReturnType<Journal['bounds']> {
    return this.#memory?.journal.bounds() ?? { firstSeq: this.#range.first, lastSeq: this.#range.last };
  }

  count(): number {
    const written = this.#range.last - this.#range.first + 1;
    return this.#memory?.journal.count() ?? written + exchangesIn([...this.#sent, ...this.#waiting]).length;
  }

  state(): JournalState {
    const { file } = this.#options;
    const silentMs = this.#silentMs();
    const silence = `The journal ${file} has not answered for ${Math.round(silentMs / 1000)} seconds.`;
    return {
      kind: this.#memory === undefined ? 'file' : 'memory',
      lost: this.#lost,
      degraded: [
        ...(this.#stuckFor === undefined ? [] : [cannotWrite(file, this.#stuckFor)]),
        ...(this.#memory === undefined ? [] : [this.#memory.why]),
        ...(this.#isSilent() ? [silence] : []),
      ],
    };
  }

  /** How long the thread has said nothing of what it was given to write. */
  #silentMs(): number {
    return this.#sent.length > 0 ? performance.now() - this.#heardAt : 0;
  }

  /** It hangs: nobody waits for it any more. */
  #isSilent(): boolean {
    return this.#silentMs() > longestStandstillMs;
  }

  async flush(): Promise<void> {
    const target = this.#added;
    this.#send();
    for (let done = -1; this.#done < target && done < this.#done; ) {
      done = this.#done;
      await this.#until(() => this.#done > done, longestStandstillMs);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#ended ??= this.#end();
    await this.#ended;
  }

  /** What cannot be written by now is lost, and told. */
  async #end(): Promise<void> {
    await this.flush();
    if (this.#done < this.#added) {
      const left = exchangesIn([...this.#sent, ...this.#waiting]).length;
      [this.#sent, this.#waiting] = [[], []];
      this.#lost += left;
      this.#tell(cannotWrite(this.#options.file, `${left} waited for it when it was closed`), missing(this.#lost));
    }
    if (this.#memory === undefined) await within(endMs, this.#ask({ kind: 'close' }));
    await this.#endThread();
    await this.#memory?.journal.close();
  }

  async #endThread(): Promise<void> {
    const ended = this.#thread.terminate();
    process.on('exit', endAtOnce);
    void ended.finally(() => process.off('exit', endAtOnce));
    await within(endMs, ended);
    // Terminating it has the process wait for it again.
    this.#thread.unref();
  }

  /** A search ends with what it has where the journal is closed meanwhile. */
  #lookIn = async (order: LookOrder): Promise<Look | undefined> =>
    this.#isClosed && order.left !== undefined ? undefined : await this.#ask<Look | undefined>({ kind: 'look', order });

  /** What was recorded is there for the next read, while the file can be written. */
  async #catchUp(): Promise<void> {
    const target = this.#added;
    this.#send();
    await this.#until(() => this.#done >= target || this.#stuckFor !== undefined || this.#isSilent(), longestCatchUpMs);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sent.length > 0 || this.#waiting.length === 0 || this.#memory !== undefined) return;
    const mostBytes = mostLogBytes(this.#options);
    let bytes = 0;
    const end = this.#waiting.findIndex((entry, index) => {
      bytes += weightOfEntry(entry);
      return index > 0 && (index === mostTogether || bytes > mostBytes);
    });
    this.#sent = this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
    this.#heardAt = performance.now();
    const batch = { ...packBatch(exchangesIn(this.#sent), judgementsIn(this.#sent)), kept: this.#takeKept() };
    void this.#ask<Written>({ kind: 'write', batch }, [batch.bodies.buffer]).then(
      ({ lostFor }) => this.#written(lostFor),
      (error: WalletproofError) => this.#written(error.message),
    );
  }

  #written(lostFor: string | undefined): void {
    const sent = this.#sent;
    if (sent.length === 0) return;
    this.#sent = [];
    this.#bytes -= sent.reduce((sum, entry) => sum + weightOfEntry(entry), 0);
    this.#done += sent.length;
    if (lostFor !== undefined) this.#lose(sent, lostFor);
    else if (this.#stuckFor !== undefined) {
      this.#stuckFor = undefined;
      this.#tell(`The journal ${this.#options.file} is written again.`, missing(this.#lost));
    }
    this.#send();
    this.#progress();
  }

  /** What is no JSON is lost, and stops nothing else. */
  #takeKept(): string | undefined {
    try {
      const changes = this.#sent.includes('kept') ? this.kept?.take() : undefined;
      return changes && this.#options.writeKept?.(changes);
    } catch (error) {
      this.#lose([], String(Object(error).message));
      return undefined;
    }
  }

  async #ask<Value>(order: Order, transfer: readonly ArrayBuffer[] = []): Promise<Value> {
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const isRead = order.kind === 'look' || order.kind === 'row';
    if (isRead && this.#isSilent()) throw noAnswer(this.#options.file);
    let limit: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Value>((resolve, reject) => {
        this.#asked.set(number, { resolve: resolve as Asked['resolve'], reject });
        if (isRead) limit = setTimeout(() => reject(noAnswer(this.#options.file)), longestReadMs);
        this.#thread.postMessage({ number, order }, transfer);
      });
    } finally {
      clearTimeout(limit);
      this.#asked.delete(number);
    }
  }

  #hear(message: FromThread): void {
    this.#heardAt = performance.now();
    switch (message.kind) {
      case 'answer':
        this.#range = message.range ?? this.#range;
        this.#asked.get(message.number)?.resolve(message.value);
        break;
      case 'failure':
        this.#asked.get(message.number)?.reject(errorOf(message.error));
        break;
      case 'stuck':
        if (this.#stuckFor === undefined) this.#tell(cannotWrite(this.#options.file, message.cause), waits);
        this.#stuckFor = message.cause;
        this.#progress();
        break;
      case 'told':
        this.#options.onError(errorOf(message.error));
    }
  }

  /** The thread has ended, and nobody had asked it to: what it had goes on in memory. */
  #die(cause: string): void {
    const { file } = this.#options;
    const isUnasked = !this.#isClosed && this.#memory === undefined;
    const isOpening = this.#asked.size > 0 && this.#lastNumber === 1;
    const ended = `The journal ${file} cannot be used: its thread ended (${cause.replace(/\.$/, '')}).`;
    if (isUnasked && !isOpening) {
      const why = `The journal ${file} is kept in memory from now on: its thread ended (${cause.replace(/\.$/, '')}).`;
      this.#memory = { journal: this.#inMemory(), why };
      [this.#waiting, this.#sent, this.#bytes, this.#done, this.#stuckFor] = [[], [], 0, this.#added, undefined];
      this.#tell(why, 'Restart walletproof when the file can be used, or name another with --journal.');
    }
    for (const { reject } of this.#asked.values()) {
      reject(new WalletproofError('environment', ended, 'Name another file with --journal.'));
    }
    this.#progress();
  }

  /** All that is not known to be written, behind what is. */
  #inMemory(): Journal {
    const { maxExchanges } = this.#options;
    const journal = openMemoryJournal({ maxExchanges, maxBytes: mostInMemory, floor: this.#range.last });
    takeOver(journal, [...this.#sent, ...this.#waiting]);
    return journal;
  }

  #lose(entries: readonly Entry[], cause: string): void {
    if (!this.#isLossTold) this.#tell(cannotWrite(this.#options.file, cause), freeSpace);
    this.#isLossTold = true;
    this.#lost += exchangesIn(entries).length;
  }

  #tell(message: string, remedy: string): void {
    this.#options.onError(new WalletproofError('environment', message, remedy));
  }

  #progress(): void {
    for (const look of this.#onProgress.splice(0)) look();
  }

  /** Resolves when it is so, or after `limitMs`. */
  async #until(isSo: () => boolean, limitMs: number): Promise<void> {
    if (isSo()) return;
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, limitMs);
      const look = (): void => {
        if (!isSo()) return void this.#onProgress.push(look);
        clearTimeout(limit);
        resolve();
      };
      this.#onProgress.push(look);
    });
  }
}

/** What a judgement takes up. */
const weightOfJudgement = 1_024;

const weightOfEntry = (entry: Entry): number => {
  if (entry === 'kept') return 0;
  return 'exchange' in entry ? weightOf(entry.exchange) : weightOfJudgement;
};

const exchangesIn = (entries: readonly Entry[]): Exchange[] =>
  entries.flatMap((entry) => (entry !== 'kept' && 'exchange' in entry ? [entry.exchange] : []));

const judgementsIn = (entries: readonly Entry[]): ExchangeJudgement[] =>
  entries.flatMap((entry) => (entry !== 'kept' && 'judgement' in entry ? [entry.judgement] : []));

/** What is kept for the next start needs a file. */
const takeOver = (memory: Journal, entries: readonly Entry[]): void => {
  for (const exchange of exchangesIn(entries)) memory.record(exchange);
  for (const judgement of judgementsIn(entries)) memory.judge(judgement);
};

const errorOf = ({ code, message, remedy, isDriverMissing }: PlainError): WalletproofError =>
  isDriverMissing === true ? new MissingDriver(code, message, remedy) : new WalletproofError(code, message, remedy);

const cannotWrite = (file: string, cause: string): string =>
  `The journal ${file} cannot be written: ${cause.replace(/\.$/, '')}.`;

const noAnswer = (file: string): WalletproofError =>
  new WalletproofError(
    'environment',
    `The journal ${file} does not answer.`,
    'Check that its disk is available and not full; meanwhile exchanges are kept in memory.',
  );

const freeSpace =
  'Free some space, or name another file with --journal; what happens until then is missing from the journal.';

const waits =
  'Writing is retried, and exchanges are kept in memory meanwhile: free some space, or stop the program that locks the file.';

const missing = (lost: number): string =>
  lost === 0 ? 'Nothing is missing from it.' : `Exchanges missing from it: ${lost}.`;

/** Node waits for its threads when it ends: for one that hangs in a call of the system, for ever. */
const endAtOnce = (): void => {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
};

/** Resolves when the promise does, or after `limitMs`. */
const within = async (limitMs: number, promise: Promise<unknown>): Promise<void> =>
  await new Promise((resolve) => {
    const limit = setTimeout(resolve, limitMs);
    const end = (): void => {
      clearTimeout(limit);
      resolve();
    };
    promise.then(end, end);
  });
