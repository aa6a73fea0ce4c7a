import { bufferOf } from '../base/read-body.ts';
import type { Journal, JournalRow } from '../journal/journal.ts';
import { bodyBytes } from '../journal/search.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { BookEntry } from './findings-book.ts';

/** A larger exchange is not kept: its card says what matters. */
const mostBytes = 65_536;

/** The exchanges that the cards of findings show: kept beside the journal, outside its bound and over restarts. */
export class Evidence {
  readonly #journal: Pick<Journal, 'row' | 'kept'>;
  readonly #byCode = new Map<FindingCode, readonly JournalRow[]>();
  /** Cards whose exchanges are here. */
  readonly #cards = new WeakSet<BookEntry['card']>();

  constructor(journal: Pick<Journal, 'row' | 'kept'>) {
    this.#journal = journal;
    for (const { key, value } of journal.kept.all('evidence')) this.#byCode.set(key as FindingCode, readRows(value));
  }

  /** Takes what the cards of these show now, and forgets what they showed before. */
  async follow(entries: readonly BookEntry[]): Promise<void> {
    const codes = new Set(entries.map(({ code }) => code));
    for (const code of this.#byCode.keys()) if (!codes.has(code)) this.#keep(code, undefined);
    await Promise.all(entries.map(async (entry) => await this.#take(entry)));
  }

  /** A journal that does not answer is asked again the next time. */
  async #take({ code, card }: BookEntry): Promise<void> {
    if (this.#cards.has(card)) return;
    const rows = await Promise.all(
      card.calls.map(async ({ exchangeId }) => (await this.#journal.row(exchangeId)) ?? this.row(exchangeId)),
    );
    this.#cards.add(card);
    this.#keep(
      code,
      rows.flatMap((row) => (row !== undefined && bodyBytes(row.exchange) <= mostBytes ? [row] : [])),
    );
  }

  row(id: string): JournalRow | undefined {
    for (const rows of this.#byCode.values()) {
      const found = rows.find(({ exchange }) => exchange.id === id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  clear(): void {
    for (const code of [...this.#byCode.keys()]) this.#keep(code, undefined);
  }

  #keep(code: FindingCode, rows: readonly JournalRow[] | undefined): void {
    if (rows === undefined) this.#byCode.delete(code);
    else this.#byCode.set(code, rows);
    this.#journal.kept.keep('evidence', code, rows?.map(written));
  }
}

/** JSON has no bytes. */
const written = ({ exchange, ...row }: JournalRow) => {
  const { request, answer } = exchange;
  const body = answer.kind === 'answered' ? base64Of(answer.body) : '';
  return {
    ...row,
    exchange: { ...exchange, request: { ...request, body: base64Of(request.body) }, answer: { ...answer, body } },
  };
};

const base64Of = (bytes: Uint8Array): string => bufferOf(bytes).toString('base64');

/** Nothing where it is not as it was written: another version may have done that. */
const readRows = (value: unknown): readonly JournalRow[] => {
  if (!Array.isArray(value)) return [];
  return (value as readonly ReturnType<typeof written>[]).flatMap(({ exchange, ...row }) => {
    const { request, answer } = exchange ?? {};
    if (typeof request?.body !== 'string' || typeof answer?.body !== 'string') return [];
    const bytes = Buffer.from(answer.body, 'base64');
    const read = answer.kind === 'answered' ? { ...answer, body: bytes } : { ...answer, body: undefined };
    return [
      {
        ...row,
        exchange: {
          ...exchange,
          request: { ...request, body: Buffer.from(request.body, 'base64') },
          answer: read,
        } as Exchange,
      },
    ];
  });
};
