import type { AgentConfiguration } from '../formats/configuration.ts';
import type { ConfigurationChange } from '../formats/edit-configuration.ts';
import type { Game } from '../formats/games.ts';
import type { Quirks } from '../spec/quirks.ts';

export interface CompareOptions {
  readonly agents: readonly AgentConfiguration[];
  /** What agents are given that are not among them. */
  readonly token: string;
  readonly games: readonly Game[];
  readonly quirks: Quirks;
  /** Told what went wrong behind an answer of ours. */
  readonly onError: (error: unknown) => void;
}

/** An agent of the recording: as it is configured, else with the token that was given. */
export type RecordedAgent = AgentConfiguration & { readonly token: string };

/** What requests and callbacks are compared with. */
export interface CompareContext extends CompareOptions {
  readonly book: DifferenceBook;
  readonly agentOf: (id: number) => RecordedAgent;
}

/** How recorded traffic is unlike ours. */
export interface Comparison {
  readonly differences: readonly CountedDifference[];
  /** What was compared, and what was not. */
  readonly counts: Counts;
  /** Sentences about what the comparison rests on. */
  readonly remarks: readonly string[];
}

export interface Counts {
  readonly requests: number;
  readonly callbacks: number;
  /** Requests without an answer, and those that failed there with 5xx. */
  readonly unanswered: number;
  readonly failedThere: number;
  /** Whose answers were recorded without their bodies. */
  readonly withoutBody: number;
  /** Requests to others, by host; the most frequent first. */
  readonly others: readonly { readonly host: string; readonly count: number }[];
}

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

/** What a difference is about. */
export interface Subject {
  /** The operation, or the type of the callback. */
  readonly of: string;
  readonly part: 'request' | 'answer' | 'callback';
}

/** How something that was recorded is unlike ours. No value of a player is in it. */
export interface Difference {
  readonly kind: keyof typeof differenceKinds;
  /** Such as `content.games[].id`, or the name of a header. */
  readonly field: string;
  readonly recorded: string;
  readonly here: string;
  /** `note`: no reader that goes by the specification sees it. `difference` when absent. */
  readonly level?: 'note';
  /** The line of the configuration that makes walletproof like what was recorded. */
  readonly setting?: ConfigurationChange;
}

/** A difference, how often it was seen, and where first. */
export interface CountedDifference extends Subject, Difference {
  readonly count: number;
  readonly places: readonly string[];
}

const mostPlaces = 3;

/** A recording of nonsense has no end of differences, and nobody reads that many. */
const mostDifferences = 500;

/** Keeps each difference once, with its count. */
export class DifferenceBook {
  readonly #known = new Map<string, Subject & Difference & { count: number; readonly places: string[] }>();
  /** How many differences were too many to be kept. */
  dropped = 0;

  has(subject: Subject, difference: Difference): boolean {
    return this.#known.has(keyIn(subject, difference));
  }

  add(subject: Subject, differences: Iterable<Difference>, place: string): void {
    for (const difference of differences) {
      const key = keyIn(subject, difference);
      const known = this.#known.get(key);
      if (known !== undefined) {
        known.count += 1;
        if (known.places.length < mostPlaces) known.places.push(place);
      } else if (this.#known.size < mostDifferences) {
        this.#known.set(key, { ...subject, ...difference, count: 1, places: [place] });
      } else this.dropped += 1;
    }
  }

  /** In the order in which they were first seen. */
  list(): CountedDifference[] {
    return [...this.#known.values()];
  }
}

const keyIn = ({ of, part }: Subject, difference: Difference): string => JSON.stringify([of, part, keyOf(difference)]);

/** The same for differences that are alike. */
export const keyOf = ({ kind, field, recorded, here }: Difference): string =>
  JSON.stringify([kind, field, recorded, here]);

/** The settings that the differences propose, each once; names of fields are gathered, behind those in use. */
export const proposeSettings = (
  differences: readonly CountedDifference[],
  namesInUse: Quirks['freespinsFields'],
): ConfigurationChange[] => {
  const changes = new Map<string, ConfigurationChange>();
  let names = namesInUse;
  for (const { setting } of differences) {
    if (setting === undefined) continue;
    if (setting.kind === 'dialect') changes.set(`dialect ${setting.agentId}`, setting);
    else if (setting.name !== 'freespinsFields') changes.set(setting.name, setting);
    else {
      names = { ...names, ...(setting.value as typeof names) };
      changes.set(setting.name, { ...setting, value: names });
    }
  }
  return [...changes.values()];
};
