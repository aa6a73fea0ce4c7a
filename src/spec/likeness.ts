interface LikenessRecord {
  /** How the one id differs from the other. */
  readonly meaning: string;
  /** How bad it is to take the one for the other. */
  readonly level: 'must' | 'observe';
  /** What an agent does that takes them for one; `{detail}`: how many characters are equal, or what they differ after. */
  readonly cause: string;
}

const mustDiffer = (meaning: string, cause: string): LikenessRecord => ({ meaning, level: 'must', cause });

const records = {
  case: mustDiffer('in other case', 'ids are lower-cased, or kept in a column that compares without case'),
  zeros: mustDiffer('with zeros before it', 'ids are cast to numbers'),
  number: mustDiffer('as another text of the same number', 'ids are cast to numbers, or compared as such'),
  digits: mustDiffer('as the number next to it, beyond 2^53', 'ids are read as floating-point numbers'),
  prefix: mustDiffer(
    'with another last character',
    'ids are compared without what comes after {detail} characters: a column, or a key of a cache, is too narrow',
  ),
  start: mustDiffer('with another first character', 'ids are compared by their last characters alone'),
  after: mustDiffer('with other text after {detail}', 'ids are cut at {detail}'),
  wildcard: mustDiffer('with _ in place of a character', 'ids are compared with LIKE, which takes _ for any character'),
  percent: mustDiffer('with % in place of its end', 'ids are compared with LIKE, which takes % for any end'),
  dashes: mustDiffer('without its dashes', 'ids are compared without their punctuation'),
  moved: mustDiffer('with its dash elsewhere', 'ids are compared without their punctuation, or parts of it are joined'),
  letter: mustDiffer('with ü for é', 'letters outside ASCII are lost: all of them become one character, or none'),
  accent: mustDiffer('with e for é', 'ids are kept in a column that compares without accents'),
  emoji: mustDiffer('with another emoji', 'ids are kept in a column that takes all emoji for one'),
  invisible: mustDiffer('with an invisible character in it', 'characters that do not print are left out of ids'),
  compatible: mustDiffer('with a wide letter in place of a plain one', 'ids are normalised (NFKC)'),
  unicode: mustDiffer('in another Unicode form', 'ids are normalised (NFC or NFD), or compared so'),
  twin: mustDiffer(
    'and all the rest alike',
    'a transaction is known by its amounts, its round or its time, and not by its transaction_id',
  ),
  space: {
    meaning: 'with a space after it',
    level: 'observe',
    cause: 'ids are trimmed, or compared without the spaces after them',
  },
} as const satisfies Record<string, LikenessRecord>;

export type Likeness = keyof typeof records;

/** How two transaction_ids are different and look alike (section 2: they are text, and unique). */
export const likenesses: Readonly<Record<Likeness, LikenessRecord>> = records;

/** A likeness as a scenario asks for it. */
export interface Alike {
  readonly as: Likeness;
  /** `prefix`: so many characters are equal; `after`: up to here they are. */
  readonly detail?: string;
}

/** A sentence of the record about these two ids. */
export const ofAlike = ({ as, detail = '' }: Alike, part: 'meaning' | 'cause'): string =>
  likenesses[as][part].replace('{detail}', () => (as === 'after' ? JSON.stringify(detail) : detail));

/** How a player_id is like that of a player whom the agent has, and another one. */
export const playerLikenesses = {
  case: 'the id in other case',
  space: 'the id with a space after it',
  before: 'the id with a space before it',
  longer: 'an id that begins with it',
  shorter: 'the id without its last character',
  ending: 'an id that ends with it',
  wildcard: 'the id with _ for its last character, which SQL takes for any',
  percent: 'the id with % for its last character, which SQL takes for any end',
  zeros: 'the id with a zero before its number, or before all of it',
  line: 'the id with a line end after it',
  nul: 'the id with U+0000 and more after it',
  wide: 'the id with a wide character in place of its last one',
} as const;

export type PlayerLikeness = keyof typeof playerLikenesses;
