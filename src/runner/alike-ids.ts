import { hash } from 'node:crypto';
import type { Alike } from '../formats/scenario/scenario.ts';
import type { Likeness, PlayerLikeness } from '../spec/likeness.ts';

/** A new id from a fresh one, made so that there can be another one that is alike to it. */
export const idWithTwin = (fresh: string, { as, length }: Alike): string => idsWith[as](fresh, length);

/** The id that is alike to the id, and another one. */
export const twinOf = (id: string, { as }: Alike): string => twins[as](id);

type MakeId = (fresh: string, length: number) => string;

const idsWith: Readonly<Record<Likeness, MakeId>> = {
  case: (fresh) => fresh,
  space: (fresh) => fresh,
  zeros: (fresh) => digitsFrom(fresh),
  // Below 2^53, so that every way to read a number reads it whole.
  number: (fresh) => `${digitsFrom(fresh)}000`,
  // Whatever its length, the part that is equal is nobody else's.
  prefix: (fresh, length) => `${headFrom(fresh).repeat(length).slice(0, length)}a`,
  unicode: (fresh) => `${fresh}-\u00e9`,
};

const twins: Readonly<Record<Likeness, (id: string) => string>> = {
  case: otherCase,
  space: (id) => `${id} `,
  zeros: (id) => `000${id}`,
  number: (id) => (id.endsWith('000') ? id.replace(/000$/, 'e3') : id.replace(/(e3)?$/, '000')),
  prefix: (id) => `${id.slice(0, -1)}${id.endsWith('b') ? 'c' : 'b'}`,
  unicode: (id) => (id.normalize('NFD') === id ? id.normalize('NFC') : id.normalize('NFD')),
};

/** Letters in capitals; in lower case where all of them are capitals already. */
function otherCase(id: string): string {
  return id.toUpperCase() === id ? id.toLowerCase() : id.toUpperCase();
}

/** Twelve digits, the first of them no zero. */
const digitsFrom = (fresh: string): string => {
  const number = BigInt(`0x${hash('sha256', fresh).slice(0, 16)}`);
  return String(10n ** 11n + (number % (9n * 10n ** 11n)));
};

const headFrom = (fresh: string): string => `tx-${hash('sha256', fresh)}`;

/** A player_id that is like the id; the id itself where it has nothing to differ in. */
export const likePlayerId = (id: string, likeness: PlayerLikeness, nobody: string): string => {
  const longer = `${id}-${nobody}`;
  const ids: Readonly<Record<PlayerLikeness, string>> = {
    case: otherCase(id),
    space: `${id} `,
    longer,
    // Of one character nothing would be left.
    shorter: id.slice(0, -1) || longer,
    wildcard: `${id.slice(0, -1)}_`,
  };
  return ids[likeness];
};
