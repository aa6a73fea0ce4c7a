import type { ExchangeJudgement, Finding } from '../formats/judgement.ts';
import type { Journal, JournalRow } from '../journal/journal.ts';
import { BoundedMap } from '../platform/kept-map.ts';
import type { FindingCode } from '../spec/finding.ts';
import type { FindingsBook, Seen } from './findings-book.ts';

interface LiveSightingsOptions {
  readonly journal: Pick<Journal, 'row'>;
  readonly book: FindingsBook;
  readonly onError: (error: unknown) => void;
}

/** What live traffic shows, on its way to the book. */
export interface LiveSightings {
  /** Whether it is about a finding; replaces what was heard of the exchange before. */
  hear(judgement: ExchangeJudgement, at: string): boolean;
  /** Writes what was heard into the book; whether there was something. */
  write(): Promise<boolean>;
  clear(): void;
}

/** Of so many exchanges it is known what was said: a judgement that changes does so soon. */
const mostRemembered = 5_000;

/** Calls that a card is made of; of more, the first and the last. */
const mostCalls = 40;

interface Told {
  readonly at: string;
  readonly findings: readonly [Finding, ...Finding[]];
}

/** What waits to be written: new sightings by code and exchange, and those that are none any more. */
const createWaiting = () => {
  let told = new Map<FindingCode, Map<string, Told>>();
  let gone: [FindingCode, string][] = [];
  const take = () => {
    const taken = { told, gone };
    told = new Map();
    gone = [];
    return taken;
  };
  return {
    add: (code: FindingCode, exchangeId: string, each: Told): void => {
      const byExchange = told.get(code) ?? new Map<string, Told>();
      told.set(code, byExchange.set(exchangeId, each));
    },
    forget: (code: FindingCode, exchangeId: string): void => {
      if (told.get(code)?.delete(exchangeId) !== true) gone.push([code, exchangeId]);
    },
    take,
  };
};

export const createLiveSightings = (options: LiveSightingsOptions): LiveSightings => {
  const { book } = options;
  const remembered = new BoundedMap<readonly FindingCode[]>(mostRemembered);
  const waiting = createWaiting();
  let clearings = 0;
  const write = async (): Promise<boolean> => {
    const before = clearings;
    const { told, gone } = waiting.take();
    for (const [code, exchangeId] of gone) book.remove(code, exchangeId);
    const seen = await Promise.all(
      [...told].map(async ([code, each]) => await seenOf(options, code, [...each.values()])),
    );
    // What was heard before a reset is not written after it.
    if (clearings === before) for (const each of seen.flat()) book.add(each);
    return gone.length > 0 || told.size > 0;
  };
  return {
    hear: (judgement, at) => {
      const { exchangeId } = judgement;
      const before = remembered.get(exchangeId) ?? [];
      for (const code of before) waiting.forget(code, exchangeId);
      const told = foundBy(judgement);
      for (const [code, findings] of told) waiting.add(code, exchangeId, { at, findings });
      remembered.set(exchangeId, [...told.keys()]);
      return before.length > 0 || told.size > 0;
    },
    write,
    clear: () => {
      remembered.clear();
      clearings += 1;
      waiting.take();
    },
  };
};

const seenOf = async (
  { journal, book, onError }: LiveSightingsOptions,
  code: FindingCode,
  sightings: readonly Told[],
): Promise<Seen[]> => {
  const newest = sightings.at(-1);
  if (newest === undefined) return [];
  const rows = await rowsOf(newest.findings[0], journal).catch((error: unknown) => {
    onError(error);
    return [];
  });
  const { seenLive } = await import('./finding-cards.ts');
  return [seenLive({ code, sightings, rows, entry: book.of(code) })];
};

/** What is wrong or risky, by code; what is consistent with an earlier breach is none of its own. */
const foundBy = ({ verdict, findings }: ExchangeJudgement): ReadonlyMap<FindingCode, Told['findings']> => {
  const found = new Map<FindingCode, [Finding, ...Finding[]]>();
  if (verdict !== 'wrong' && verdict !== 'risky') return found;
  for (const finding of findings) {
    if (finding.weight === 'note') continue;
    const others = found.get(finding.code);
    if (others === undefined) found.set(finding.code, [finding]);
    else others.push(finding);
  }
  return found;
};

const rowsOf = async ({ exchanges }: Finding, journal: Pick<Journal, 'row'>): Promise<readonly JournalRow[]> => {
  const ids =
    exchanges.length <= mostCalls
      ? exchanges
      : [...exchanges.slice(0, mostCalls / 2), ...exchanges.slice(-mostCalls / 2)];
  const rows = await Promise.all(ids.map(async (id) => await journal.row(id)));
  return rows.flatMap((row) => row ?? []);
};
