import { hash } from 'node:crypto';
import type { Alike, Likeness } from '../spec/likeness.ts';
import type { SessionBook, WantedSession } from './session-book.ts';

/** Makes the ids of one scenario: `[A-Za-z0-9_-]`, never the same in two runs (section 2). */
export interface Names {
  next(kind: 'tx' | 'round' | 'req'): string;
  /** The same session, the same id: one that the agent knows where there is one. */
  session(wanted: WantedSession): string;
}

/**
 * Names of a scenario: the same nonce and scenario give the same ids in the same order. `nonce`: different
 * for each run; `scenario`: for each scenario of a run, its place, or a letter for calls outside of scenarios.
 */
export const createNames = ({
  nonce,
  scenario,
  sessions,
}: {
  readonly nonce: string;
  readonly scenario: number | string;
  readonly sessions: Pick<SessionBook, 'idOf'>;
}): Names => {
  const counts = { tx: 0, round: 0, req: 0 };
  const prefix = `${nonce}-${scenario}`;
  return {
    next: (kind) => {
      counts[kind] += 1;
      return `${kind}-${prefix}-${counts[kind]}`;
    },
    session: (wanted) => {
      const name = `${wanted.name}-${wanted.playerId}`.replaceAll(/[^A-Za-z0-9_-]/g, '_');
      return sessions.idOf(wanted) ?? `s-${prefix}-${name}`;
    },
  };
};

/** A new id from a fresh one, made so that there can be another one that is alike to it. */
export const idWithTwin = (fresh: string, { as, detail = '' }: Alike): string =>
  twins[as].idFrom?.(fresh, detail) ?? fresh;

/** The id that is alike to the id, and another one; that of a twin is a third one, where there can be one. */
export const twinOf = (id: string, { as, detail = '' }: Alike): string => twins[as].twinOf(id, detail);

/** How an id is made that can have a twin, where not every id can, and its twin. */
interface TwinIds {
  readonly idFrom?: (fresh: string, detail: string) => string;
  readonly twinOf: (id: string, detail: string) => string;
}

/** The next of these endings in place of the one that the id has. */
const turning =
  (...endings: readonly string[]) =>
  (id: string): string => {
    const has = endings.findLastIndex((ending) => ending !== '' && id.endsWith(ending));
    const [ending = '', next = ''] = [endings[has], endings[(Math.max(has, 0) + 1) % endings.length]];
    return `${ending === '' ? id : id.slice(0, -ending.length)}${next}`;
  };

const ending = (...endings: readonly [string, string, ...string[]]): TwinIds => ({
  idFrom: (fresh) => `${fresh}-${endings[0]}`,
  twinOf: turning(...endings),
});

const twins: Readonly<Record<Likeness, TwinIds>> = {
  case: { twinOf: (id) => inNextCase(id) },
  space: { twinOf: (id) => `${id} ` },
  zeros: { idFrom: (fresh) => digitsFrom(fresh), twinOf: (id) => `000${id}` },
  // Below 2^53, so that every way to read a number reads it whole.
  number: { idFrom: (fresh) => `${digitsFrom(fresh)}000`, twinOf: turning('000', 'e3', '000.0') },
  twin: { twinOf: (id) => `tx-${hash('sha256', id).slice(0, 16)}` },
  // Neighbours that are one number of 64 bits.
  digits: { idFrom: (fresh) => `${digitsFrom(fresh)}00000008`, twinOf: turning('8', '9', '7') },
  prefix: {
    // Whatever its length, the part that is equal is nobody else's.
    idFrom: (fresh, length) => `${`tx-${hash('sha256', fresh)}`.repeat(Number(length)).slice(0, Number(length))}a`,
    twinOf: turning('a', 'b', 'c', 'd'),
  },
  start: {
    idFrom: (fresh) => `a${hash('sha256', fresh)}`,
    twinOf: (id) => `${firsts[(firsts.indexOf(id.slice(0, 1)) + 1) % firsts.length]}${id.slice(1)}`,
  },
  after: {
    idFrom: (fresh, mark) => `${fresh}${mark}a`,
    twinOf: turning('a', 'b', 'c', 'd'),
  },
  wildcard: ending('abc', 'a_c', 'ab_', '_bc'),
  percent: ending('abc', 'ab%', 'a%'),
  dashes: ending('a-b-c', 'ab-c', 'abc'),
  moved: ending('1-23', '12-3', '123-'),
  letter: ending('é', 'ü', 'ß'),
  accent: ending('été', 'ete', 'eté'),
  emoji: ending('🎰', '🎲', '🃏'),
  invisible: ending('ab', 'a\u200bb', 'a\u2060b'),
  compatible: ending('A1', '\uff211', 'A\uff11'),
  unicode: ending('\u00e9\u00e9', 'e\u0301e\u0301', '\u00e9e\u0301'),
};

/** `tx-a`, `TX-A`, `Tx-a`. */
const inNextCase = (id: string): string => {
  const lower = id.toLowerCase();
  if (id === lower) return id.toUpperCase();
  return id === id.toUpperCase() ? `${id.slice(0, 1)}${lower.slice(1)}` : lower;
};

const firsts = ['a', 'b', 'c', 'd'];

/** Eleven digits, the first of them no zero. */
const digitsFrom = (fresh: string): string => {
  const number = BigInt(`0x${hash('sha256', fresh).slice(0, 16)}`);
  return String(10n ** 10n + (number % (9n * 10n ** 10n)));
};
