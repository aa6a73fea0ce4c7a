import type { Level } from './verdict.ts';

interface LikenessRecord {
  /** How the one id differs from the other; `{of}` is what is named. */
  readonly meaning: string;
  /** How bad it is to take the one for the other. */
  readonly level: Level;
  /** What an agent does that takes them for one. */
  readonly cause: string;
}

const records = {
  case: {
    meaning: 'in other case',
    level: 'must',
    cause: 'ids are lower-cased, or kept in a column that compares without case',
  },
  zeros: {
    meaning: 'with zeros before it',
    level: 'must',
    cause: 'ids are cast to numbers',
  },
  prefix: {
    meaning: 'with another last character',
    level: 'must',
    cause: 'ids are cut short: a column, or a key of a cache, is too narrow',
  },
  number: {
    meaning: 'as another text of the same number',
    level: 'must',
    cause: 'ids are cast to numbers, or compared as such',
  },
  unicode: {
    meaning: 'in another Unicode form',
    level: 'should',
    cause: 'ids are normalised, or kept in a column that compares without accents',
  },
  space: {
    meaning: 'with a space after it',
    level: 'observe',
    cause: 'ids are trimmed, or compared without the spaces after them',
  },
} as const satisfies Record<string, LikenessRecord>;

export type Likeness = keyof typeof records;

/** How two transaction_ids are different and look alike (section 2: they are text, and unique). */
export const likenesses: Readonly<Record<Likeness, LikenessRecord>> = records;

/** How a player_id is like that of a player whom the agent has, and another one. */
export const playerLikenesses = {
  case: 'the id in other case',
  space: 'the id with a space after it',
  longer: 'an id that begins with it',
  shorter: 'the id without its last character',
  wildcard: 'the id with _ for its last character, which SQL takes for any',
} as const;

export type PlayerLikeness = keyof typeof playerLikenesses;
