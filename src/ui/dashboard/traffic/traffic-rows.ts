import type { AdminEvent } from '../../../api/schemas/admin-event.ts';
import type { ExchangePage, ExchangeRow, ExchangeTally } from '../../../api/schemas/exchanges.ts';
import type { ExchangeJudgement } from '../../../formats/judgement.ts';
import type { CallVerdict } from '../../../spec/verdict.ts';

/** Between which places of the journal is looked. */
interface Bounds {
  readonly afterSeq?: number;
  readonly beforeSeq?: number;
}

/** A page: the first behind `afterSeq`, else the last before `beforeSeq`, so many passed over from there. */
export interface PageAsked extends Bounds {
  readonly limit: number;
  readonly offset?: number;
}

/** Where the rows of one filter come from. */
export interface TrafficSource {
  /** Rejects where the signal ends it. */
  readonly load: (asked: PageAsked, signal?: AbortSignal) => Promise<ExchangePage>;
  readonly count: (bounds: Bounds) => Promise<ExchangeTally>;
  /** Whether a row that was told passes the filter; undefined where only the platform knows. */
  readonly passes: (row: ExchangeRow) => boolean | undefined;
  /** Whether a judgement may make a row pass. */
  readonly asksVerdict: boolean;
  /** Something that is shown has changed. */
  readonly changed: () => void;
  /** Calls back after so many milliseconds. */
  readonly later: (call: () => void, ms: number) => void;
}

/** So many rows are in the list: browsers know no page that is higher. */
const mostRows = 300_000;

/** How many rows are read at once where somebody looks, and how many of the newest. */
const [rowsOfPage, rowsOfNews] = [200, 500] as const;

/** So many rows are held: 60 pages. Those that nobody has looked at for longest go first. */
const mostHeld = 60 * rowsOfPage;

/** What was told last is remembered: ids of so many rows, and so many verdicts. */
const mostTold = 20_000;

/** The platform is asked for new rows so often at most. */
const newsMs = 200;

/** What could not be read is asked for again after so long. */
const askAgainMs = 2_000;

/** Older rows are read when one of the first so many is in the window. */
export const nearStart = 50;

/**
 * The rows behind the list, oldest first. How many there are is known from the start; what they are is read where
 * somebody looks, from the nearest place of the journal that is known. What a filter lets through only the
 * platform knows (a text in a body, for one): it is asked when something new is told, unless the row surely passes.
 */
export class TrafficRows {
  readonly #source: TrafficSource;
  /** The seq of each row; 0 where it was never read. */
  #seqs: number[] = [];
  /** By seq; the one that was looked at last is the last. */
  readonly #held = new Map<number, ExchangeRow>();
  readonly #seqOfId = new Map<string, number>();
  readonly #verdicts = new Map<string, CallVerdict>();
  /** What ends the reading of a page, by its first index; also of one that could not be read whole a short while ago. */
  readonly #asked = new Map<number, AbortController>();
  /** The journal was searched from the first of these to the second. */
  #from = 0;
  #end = 0;
  /** The earliest place of which something new was told; and whether it is being read. */
  #newsFrom = Number.POSITIVE_INFINITY;
  #isReadingNews = false;
  /** What is known of rows before the first: that there are none, so many that nobody counts, or more than are shown. */
  #older: 'none' | 'counting' | 'uncounted' | 'reading' | 'left out' = 'none';
  #state: 'opening' | 'open' = 'opening';
  #problem: unknown;
  /** Resolves once all rows have their place. */
  readonly opened: Promise<void>;

  constructor(source: TrafficSource) {
    this.#source = source;
    this.opened = new Promise((resolve) => void this.#open(resolve));
  }

  count = (): number => this.#seqs.length;

  /** Undefined while it is not read. */
  rowAt = (index: number): ExchangeRow | undefined => this.#held.get(this.#seqs[index] ?? 0);

  /** 0 while it is not known. */
  seqAt = (index: number): number => this.#seqs[index] ?? 0;

  /** The row of that seq, or the first known one behind it; -1 when there is none. */
  indexOf = (seq: number): number => {
    let [low, high] = [0, this.#seqs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      let known = middle;
      while (known >= low && this.#seqs[known] === 0) known -= 1;
      if (known < low || (this.#seqs[known] ?? 0) < seq) low = middle + 1;
      else high = known;
    }
    return low < this.#seqs.length ? low : -1;
  };

  /** How many rows come up to a seq: all of them when none is behind it. */
  countUpTo = (seq: number | undefined): number => {
    const behind = seq === undefined ? -1 : this.indexOf(seq + 1);
    return behind === -1 ? this.count() : behind;
  };

  /** The place that was searched last: no row that is shown is behind it. */
  end = (): number => this.#end;

  /** Whether the first answer has come. */
  isReady = (): boolean => this.#state === 'open';

  /** Whether rows before the first are not in the list, or not yet. */
  hasOlder = (): boolean => this.#older !== 'none';

  /** What went wrong when rows were last read. */
  problem = (): unknown => this.#problem;

  /** The index of a seq, or of the first row behind it, of which the platform knows where none was read; -1 for none. */
  locate = async (seq: number): Promise<number> => {
    await this.opened;
    const known = this.indexOf(seq);
    if (this.#seqs[known] === seq) return known;
    const [length, end] = [this.#seqs.length, this.#end];
    const { count, isMore } = await this.#source.count({ afterSeq: seq - 1, beforeSeq: end + 1 });
    return isMore || count === 0 ? -1 : length - count;
  };

  /** These are in the window: what is missing of them is read, and nothing else any longer. */
  want = (from: number, to: number): void => {
    const missing = this.#missingPages(from, Math.min(to, this.#seqs.length - 1));
    for (const [start, reading] of this.#asked) {
      if (missing.includes(start)) continue;
      this.#asked.delete(start);
      reading.abort();
    }
    for (const start of missing) if (!this.#asked.has(start)) void this.#readPage(start);
    if (from < nearStart && this.#older === 'uncounted' && !this.#isReadingNews) void this.#readOlder();
  };

  /** Takes what is told: rows that surely pass, verdicts, and that there is something to ask for. */
  receive = (events: readonly AdminEvent[]): void => {
    for (const event of events) {
      if (event.kind === 'exchange') this.#hear(event.row);
      if (event.kind === 'judgement') this.#judge(event.judgement);
    }
    this.#readNews(newsMs);
    this.#source.changed();
  };

  /** Events may have been missed: looks for what is new. */
  catchUp = (): void => {
    this.#newsFrom = Math.min(this.#newsFrom, this.isReady() ? this.#end + 1 : Number.MAX_SAFE_INTEGER);
    this.#readNews(0);
  };

  /** The newest page, then how many are before it. What was told meanwhile is read next. */
  readonly #open = async (opened: () => void): Promise<void> => {
    try {
      const page = await this.#source.load({ limit: rowsOfPage });
      this.#setSeqs(this.#hold(page.rows));
      this.#end = page.lastSeq;
      this.#from = page.searchedTo ?? page.rows[0]?.seq ?? page.firstSeq;
      this.#state = 'open';
      this.#older = page.more ? 'counting' : 'none';
      this.#source.changed();
      if (page.more) this.#putBefore(await this.#source.count({ beforeSeq: this.#from }), page.firstSeq);
      this.#problem = undefined;
      opened();
    } catch (error) {
      this.#problem = error;
      this.#source.later(() => void this.#open(opened), askAgainMs);
    }
    this.#readNews(newsMs);
    this.#source.changed();
  };

  /** Where every place of the journal has its row, what is before is known without being read. */
  #putBefore({ count, isMore }: ExchangeTally, firstSeq: number): void {
    this.#older = isMore ? 'uncounted' : 'none';
    if (isMore) return;
    const isDense = count === this.#from - firstSeq;
    const first = this.#from - count;
    const before = Array.from({ length: count }, (_, index) => (isDense ? first + index : 0));
    this.#setSeqs([...before, ...this.#seqs]);
  }

  /** Rows have other indexes from this one on: what is being read for the old ones is of no use. */
  #setSeqs(seqs: number[], changedFrom = 0): void {
    for (const [start, reading] of this.#asked) {
      if (start + rowsOfPage <= changedFrom) continue;
      this.#asked.delete(start);
      reading.abort();
    }
    this.#seqs = seqs.length > mostRows ? seqs.slice(-mostRows) : seqs;
    if (seqs.length > mostRows) this.#older = 'left out';
  }

  /** Where nobody counts them, older rows are read one page after the other. */
  async #readOlder(): Promise<void> {
    this.#older = 'reading';
    const asked = { beforeSeq: this.#from, limit: rowsOfNews };
    await this.#trying(async () => {
      const page = await this.#source.load(asked);
      this.#from = page.searchedTo ?? page.rows[0]?.seq ?? page.firstSeq;
      this.#older = page.more ? 'uncounted' : 'none';
      this.#setSeqs([...this.#hold(page.rows), ...this.#seqs]);
    });
    if (this.#older === 'reading') this.#older = 'uncounted';
    this.#readNews(newsMs);
  }

  /** First indexes of the pages between two rows in which one is missing; what is there is looked at. */
  #missingPages(from: number, to: number): readonly number[] {
    const missing = new Set<number>();
    for (let index = Math.max(0, from); index <= to; index += 1) {
      const row = this.rowAt(index);
      if (row === undefined) missing.add(index - (index % rowsOfPage));
      else this.#holdOne(row);
    }
    return [...missing];
  }

  async #readPage(start: number): Promise<void> {
    const reading = new AbortController();
    this.#asked.set(start, reading);
    const forget = (): void => {
      if (this.#asked.get(start) === reading) this.#asked.delete(start);
      this.#source.changed();
    };
    const length = Math.min(rowsOfPage, this.#seqs.length - start);
    const isWhole = await this.#trying(async () => {
      const { rows } = await this.#source.load(this.#askedOf(start, length), reading.signal);
      if (reading.signal.aborted) return;
      if (!this.#fits(rows, start, length))
        throw new Error('Calls were removed from the journal: the list is read again.');
      this.#seqs.splice(start, length, ...this.#hold(rows));
      forget();
    }, reading.signal);
    if (!isWhole) this.#source.later(forget, askAgainMs);
  }

  /** Asked from the nearest row that is known, on either side: SQLite passes over what is between one by one. */
  #askedOf(start: number, length: number): PageAsked {
    let [above, below] = [start, start + length];
    while (above >= 0 && this.#seqs[above] === 0) above -= 1;
    while (this.#seqs[below] === 0) below += 1;
    const [down, up] = [start - above, below - start - length];
    return above >= 0 && down <= up
      ? { afterSeq: this.seqAt(above) - 1, offset: down, limit: length }
      : { beforeSeq: this.#seqs[below] ?? this.#end + 1, offset: up, limit: length };
  }

  /** Rows go, and others pass by what is judged later: then the places of all are asked for anew. */
  #fits(rows: readonly ExchangeRow[], start: number, length: number): boolean {
    const [before, behind] = [this.seqAt(start - 1), this.seqAt(start + length) || Number.POSITIVE_INFINITY];
    const isBetween = (rows[0]?.seq ?? 0) > before && (rows.at(-1)?.seq ?? 0) < behind;
    const fits = rows.length === length && isBetween;
    if (!fits) this.#source.later(() => void this.#open(() => undefined), askAgainMs);
    return fits;
  }

  /** What comes right behind all that was searched is taken in as it is told, where it is known to pass. */
  #hear(row: ExchangeRow): void {
    remember(this.#seqOfId, row.id, row.seq);
    if (this.#held.has(row.seq)) this.#holdOne(row);
    const passes = this.#source.passes(row);
    if (passes === undefined || !this.isReady() || row.seq !== this.#end + 1) {
      if (!this.#held.has(row.seq)) this.#newsFrom = Math.min(this.#newsFrom, row.seq);
      return;
    }
    this.#end = row.seq;
    if (!passes) return;
    this.#seqs.push(...this.#hold([row]));
    if (this.#seqs.length > mostRows + rowsOfNews && !this.#isReadingNews) this.#setSeqs(this.#seqs);
  }

  #judge({ exchangeId, verdict }: ExchangeJudgement): void {
    remember(this.#verdicts, exchangeId, verdict);
    const seq = this.#seqOfId.get(exchangeId);
    const row = this.#held.get(seq ?? 0);
    if (row !== undefined) this.#holdOne(row);
    else if (seq !== undefined && this.#source.asksVerdict) this.#newsFrom = Math.min(this.#newsFrom, seq);
  }

  /** One reading at a time; what is told meanwhile is read after it. */
  #readNews(afterMs: number): void {
    const isBusy = this.#isReadingNews || this.#older === 'counting' || this.#older === 'reading';
    if (isBusy || !this.isReady() || this.#newsFrom === Number.POSITIVE_INFINITY) return;
    this.#isReadingNews = true;
    const read = async (): Promise<void> => {
      const isRead = await this.#trying(() => this.#takeNews());
      this.#isReadingNews = false;
      this.#readNews(isRead ? newsMs : askAgainMs);
    };
    this.#source.later(() => void read(), afterMs);
  }

  /** All rows from the earliest place of which something was told; of very many, how many they are. */
  async #takeNews(): Promise<void> {
    const [at, from] = this.#placeOfNews();
    this.#newsFrom = Number.POSITIVE_INFINITY;
    try {
      const page = await this.#source.load({ afterSeq: from - 1, limit: rowsOfNews });
      const read = page.searchedTo ?? page.lastSeq;
      const [end, count] = page.more ? [page.lastSeq, await this.#countBetween(read, page.lastSeq)] : [read, 0];
      const [length, before] = [this.#seqs.length, this.#seqs.slice(0, at)];
      // Told while they were read.
      const later = this.#seqs.slice(at).filter((seq) => seq > end);
      const unread = new Array<number>(count).fill(0);
      this.#setSeqs(before.concat(this.#hold(page.rows), unread, later), at === length ? Number.MAX_SAFE_INTEGER : at);
      this.#end = Math.max(this.#end, end);
    } catch (error) {
      this.#newsFrom = Math.min(this.#newsFrom, from);
      throw error;
    }
  }

  async #countBetween(afterSeq: number, last: number): Promise<number> {
    return (await this.#source.count({ afterSeq, beforeSeq: last + 1 })).count;
  }

  /** The index from which rows are replaced, and the place from which they are read: none is lost between. */
  #placeOfNews(): readonly [at: number, from: number] {
    if (this.#newsFrom > this.#end) return [this.#seqs.length, this.#end + 1];
    const behind = this.countUpTo(this.#newsFrom - 1);
    let at = behind;
    while (this.#seqs[at - 1] === 0) at -= 1;
    return at === behind ? [at, this.#newsFrom] : [at, this.seqAt(at - 1) + 1];
  }

  /** Does what may fail, and tells why it did; whether it was done. */
  async #trying(act: () => Promise<void>, signal?: AbortSignal): Promise<boolean> {
    try {
      await act();
      this.#problem = undefined;
    } catch (error) {
      if (signal?.aborted === true) return false;
      this.#problem = error;
    }
    this.#source.changed();
    return this.#problem === undefined;
  }

  /** Holds rows with the verdicts that were told of them, which may be newer than a page; their seqs. */
  #hold(rows: readonly ExchangeRow[]): number[] {
    for (const row of rows) this.#holdOne(row);
    return rows.map(({ seq }) => seq);
  }

  #holdOne(row: ExchangeRow): void {
    const verdict = this.#verdicts.get(row.id) ?? row.verdict;
    this.#held.delete(row.seq);
    this.#held.set(row.seq, verdict === row.verdict || verdict === undefined ? row : { ...row, verdict });
    this.#seqOfId.set(row.id, row.seq);
    for (const [seq, { id }] of this.#held) {
      if (this.#held.size <= mostHeld) break;
      this.#held.delete(seq);
      this.#seqOfId.delete(id);
    }
  }
}

/** The last that were told; the oldest of more goes. */
const remember = <Told>(told: Map<string, Told>, id: string, value: Told): void => {
  told.delete(id);
  told.set(id, value);
  for (const oldest of told.keys()) {
    if (told.size <= mostTold) return;
    told.delete(oldest);
  }
};
