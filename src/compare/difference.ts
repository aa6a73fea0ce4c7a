import type { QuirkName, Quirks } from '../spec/quirks.ts';

/** Ways in which recorded traffic can be unlike ours. */
export const differenceKinds = {
  status: 'another HTTP status',
  value: 'another value of a closed list',
  more: 'a field that walletproof does not have',
  missing: 'a field that walletproof has besides',
  name: 'another name of a field',
  type: 'another JSON type',
  format: 'another form of the value',
  header: 'another header',
  order: 'another order of keys',
  writing: 'the JSON is written otherwise',
  signature: 'another way to sign',
  delivery: 'sent again otherwise',
  unknown: 'no part of the contract',
} as const;

export type DifferenceKind = keyof typeof differenceKinds;

/** A line of the configuration that makes walletproof like what was recorded. */
export type ProposedSetting =
  | { readonly kind: 'quirk'; readonly name: QuirkName; readonly value: Quirks[QuirkName] }
  | { readonly kind: 'dialect'; readonly agentId: number; readonly dialect: string };

/** How something that was recorded is unlike ours. No value of a player is in it. */
export interface Difference {
  /** The operation, or the type of the callback. */
  readonly of: string;
  readonly part: 'request' | 'answer' | 'callback';
  readonly kind: DifferenceKind;
  /** Such as `content.games[].id`, or the name of a header. */
  readonly field: string;
  readonly recorded: string;
  readonly here: string;
  /** `note`: no reader that goes by the specification sees it. `difference` when absent. */
  readonly level?: 'note';
  readonly setting?: ProposedSetting;
}

/** A difference, how often it was seen, and where first. */
export interface CountedDifference extends Difference {
  readonly count: number;
  readonly places: readonly string[];
}

export interface DifferenceBook {
  has(difference: Difference): boolean;
  add(difference: Difference, place: string): void;
  /** By what they are of, in the order in which they were first seen. */
  list(): CountedDifference[];
  /** How many kinds of differences were too many to be kept. */
  dropped(): number;
}

const mostPlaces = 3;

/** A recording of nonsense has no end of differences, and nobody reads that many. */
const mostDifferences = 500;

/** Keeps each difference once, with its count. */
export const createDifferenceBook = (): DifferenceBook => {
  const known = new Map<string, CountedDifference>();
  let dropped = 0;
  return {
    has: (difference) => known.has(keyOf(difference)),
    add: (difference, place) => {
      const key = keyOf(difference);
      const before = known.get(key);
      if (before === undefined && known.size >= mostDifferences) {
        dropped += 1;
        return;
      }
      const places = before?.places ?? [];
      known.set(key, {
        ...(before ?? difference),
        count: (before?.count ?? 0) + 1,
        places: places.length < mostPlaces ? [...places, place] : places,
      });
    },
    list: () => [...known.values()],
    dropped: () => dropped,
  };
};

export const keyOf = ({ of, part, kind, field, recorded, here }: Difference): string =>
  JSON.stringify([of, part, kind, field, recorded, here]);
