import type { FindingView } from '../api/schemas/findings.ts';
import type { BreachView } from '../components/breach-view.ts';
import type { KeptStore } from '../journal/kept.ts';
import { KeptMap } from '../platform/kept-map.ts';
import { type FindingCode, findingCodes } from '../spec/finding.ts';
import { foldedByCause, type RootCause } from '../spec/root-causes.ts';

export type Sighting = FindingView['sightings'][number];

/** What was seen under one code so far. */
export interface BookEntry {
  readonly code: FindingCode;
  readonly count: number;
  readonly firstAt: string;
  readonly lastAt: string;
  /** As it was seen last; with every requirement that it was charged to. */
  readonly card: BreachView;
  /** The newest first. */
  readonly sightings: readonly Sighting[];
  /** Files that showed it, the one that shows it best first. */
  readonly scenarios: readonly string[];
  /** Runs and accounts that showed it, the newest first. */
  readonly places: readonly string[];
  readonly lastPlay?: FindingView['lastPlay'];
}

/** What was seen of one code since it was written down last. */
export interface Seen extends Pick<BookEntry, 'code' | 'card' | 'scenarios' | 'places'> {
  readonly count: number;
  /** The newest of them, newest first. */
  readonly sightings: readonly [Sighting, ...Sighting[]];
  /** When the first of them was. */
  readonly firstAt: string;
}

/** Everything that is wrong with the agent, by code: at most as much as there are codes. */
export interface FindingsBook {
  entries(): readonly BookEntry[];
  of(code: FindingCode): BookEntry | undefined;
  add(seen: Seen): void;
  /** The answer is judged otherwise now. */
  remove(code: FindingCode, exchangeId: string): void;
  /** What a run has shown so far, so often by code: its end tells all of it. */
  withdraw(runId: string, counts: ReadonlyMap<FindingCode, number>): void;
  /** It was played again. */
  played(code: FindingCode, lastPlay: NonNullable<FindingView['lastPlay']>): void;
  clear(): void;
}

const ofRun = 'run ';

/** Among the places that showed a finding. */
export const placeOfRun = (id: string): string => `${ofRun}${id}`;

/** What was seen, each root cause once. Of the runs that showed an effect the newest decides: it is of the agent as it is now. */
export const causesOf = (book: Pick<FindingsBook, 'entries'>): readonly RootCause<BookEntry>[] =>
  foldedByCause(
    book.entries().map((entry) => {
      const newest = entry.places.find((place) => place.startsWith(ofRun));
      return { ...entry, placesNow: entry.places.filter((place) => place === newest || !place.startsWith(ofRun)) };
    }),
  );

export const mostSightings = 20;
const mostPlaces = 50;
const mostScenarios = 20;

/** A book that begins with what is kept. */
export const createFindingsBook = (kept: KeptStore): FindingsBook => {
  const map = new KeptMap<BookEntry>({
    ...{ kept, kind: 'finding', limit: findingCodes.length },
  });
  return {
    entries: () => [...map.values()],
    of: (code) => map.get(code),
    add: (seen) => map.set(seen.code, joined(map.get(seen.code), seen)),
    remove: (code, exchangeId) => {
      const entry = map.get(code);
      if (entry === undefined) return;
      const left = { ...entry, ...without(entry, exchangeId) };
      if (left.count === 0) map.forget(code);
      else map.set(code, left);
    },
    withdraw: (runId, counts) => {
      for (const entry of [...map.values()]) {
        if (!entry.places.includes(placeOfRun(runId))) continue;
        const sightings = entry.sightings.filter(({ run }) => run?.id !== runId);
        // More may have been seen than the last sightings, which are all that is kept.
        const seen = Math.max(entry.sightings.length - sightings.length, counts.get(entry.code) ?? 0);
        const count = entry.count - seen;
        const places = entry.places.filter((place) => place !== placeOfRun(runId));
        if (count === 0) map.forget(entry.code);
        else map.set(entry.code, { ...entry, count, sightings, places });
      }
    },
    played: (code, lastPlay) => {
      const entry = map.get(code);
      if (entry !== undefined) map.set(code, { ...entry, lastPlay });
    },
    clear: () => map.clear(),
  };
};

/** What a play showed before is old news. */
const joined = (entry: BookEntry | undefined, seen: Seen): BookEntry => {
  const [newest] = seen.sightings;
  const first = { ...seen, lastAt: newest.at };
  if (entry === undefined) return first;
  return {
    ...first,
    count: entry.count + seen.count,
    firstAt: entry.firstAt,
    sightings: [...seen.sightings, ...entry.sightings].slice(0, mostSightings),
    scenarios: distinct([...seen.scenarios, ...entry.scenarios]).slice(0, mostScenarios),
    places: distinct([...seen.places, ...entry.places]).slice(0, mostPlaces),
  };
};

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** The last exchange of a sighting is the one that it is about. */
const without = ({ count, sightings }: BookEntry, exchangeId: string): Pick<BookEntry, 'count' | 'sightings'> => ({
  count: count - 1,
  sightings: sightings.filter(({ run, exchanges }) => run !== undefined || exchanges.at(-1) !== exchangeId),
});
