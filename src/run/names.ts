import { hash } from 'node:crypto';
import type { Alike } from '../formats/scenario/scenario.ts';
import type { Likeness } from '../spec/likeness.ts';
import { otherCase } from './run-players.ts';
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
      const name = `${wanted.playerId}-${wanted.name}`.replaceAll(/[^A-Za-z0-9_-]/g, '_');
      return sessions.idOf(wanted) ?? `s-${prefix}-${name}`;
    },
  };
};

/** A new id from a fresh one, made so that there can be another one that is alike to it. */
export const idWithTwin = (fresh: string, { as, length }: Alike): string => twins[as].idFrom?.(fresh, length) ?? fresh;

/** The id that is alike to the id, and another one. */
export const twinOf = (id: string, { as }: Alike): string => twins[as].twinOf(id);

/** How an id is made that can have a twin, where not every id can, and its twin. */
interface TwinIds {
  readonly idFrom?: (fresh: string, length: number) => string;
  readonly twinOf: (id: string) => string;
}

const twins: Readonly<Record<Likeness, TwinIds>> = {
  case: { twinOf: otherCase },
  space: { twinOf: (id) => `${id} ` },
  zeros: { idFrom: (fresh) => digitsFrom(fresh), twinOf: (id) => `000${id}` },
  number: {
    // Below 2^53, so that every way to read a number reads it whole.
    idFrom: (fresh) => `${digitsFrom(fresh)}000`,
    twinOf: (id) => (id.endsWith('000') ? id.replace(/000$/, 'e3') : id.replace(/(e3)?$/, '000')),
  },
  prefix: {
    // Whatever its length, the part that is equal is nobody else's.
    idFrom: (fresh, length) => `${`tx-${hash('sha256', fresh)}`.repeat(length).slice(0, length)}a`,
    twinOf: (id) => `${id.slice(0, -1)}${id.endsWith('b') ? 'c' : 'b'}`,
  },
  unicode: {
    idFrom: (fresh) => `${fresh}-\u00e9`,
    twinOf: (id) => (id.normalize('NFD') === id ? id.normalize('NFC') : id.normalize('NFD')),
  },
};

/** Twelve digits, the first of them no zero. */
const digitsFrom = (fresh: string): string => {
  const number = BigInt(`0x${hash('sha256', fresh).slice(0, 16)}`);
  return String(10n ** 11n + (number % (9n * 10n ** 11n)));
};
