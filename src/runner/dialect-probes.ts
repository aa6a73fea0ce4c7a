import type { FieldValue } from '../spec/scenario.ts';

/** A body of getBalance that some dialects write differently. */
export interface DialectBody {
  readonly name: string;
  /** What the agent refuses when it refuses this in every form. */
  readonly subject: string;
  /** What often makes an agent refuse it. */
  readonly hint?: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
}

/** Not in alphabetical order, so that sorting the top level only makes a difference. */
const freespins = (accumulatedWin: string): Readonly<Record<string, FieldValue>> => ({
  'freespins.played': 1,
  'freespins.total': 10,
  'freespins.is_finish': false,
  'freespins.accumulated_win': { json: accumulatedWin },
});

/** A field is added where it is not there yet: these stand in the order they are set. */
const name = (username: string): Readonly<Record<string, FieldValue>> => ({
  player_username: username,
});

/** The text that every known serialiser family writes in its own way. */
const awkward = name("a/b & <c> = 'd' \u0416 \u{1f3b0} \u2028");

/** Everything at once: whoever accepts it signed as `minimal` verifies just that. */
const together: DialectBody = {
  name: 'together',
  subject: 'free spins and a name with characters that serialisers write differently',
  fields: { ...awkward, ...freespins('12.5') },
};

/** The same for an agent that does not look at the signature where there are free spins. */
const text: DialectBody = {
  name: 'text',
  subject: 'a name with characters that serialisers write differently',
  fields: awkward,
};

const plain: DialectBody = {
  name: 'plain',
  subject: 'a plain getBalance',
  fields: {},
};

/** Section 2: `accumulated_win` is a float, and 12.0 is 12. */
const number: DialectBody = {
  name: 'number',
  subject: 'accumulated_win written 12.0',
  fields: freespins('12.0'),
};

/** One hazard each, the most telling first. */
const singles: readonly DialectBody[] = [
  {
    name: 'order',
    subject: 'free spins with unsorted keys',
    hint: 'JSON.stringify with a list of keys drops those inside, and some leave free spins out',
    fields: freespins('12.5'),
  },
  { name: 'slash', subject: 'a slash in a name', fields: name('north/south') },
  {
    name: 'letters',
    subject: 'Cyrillic letters in a name',
    fields: name('\u0418\u0433\u0440\u043e\u043a'),
  },
  { name: 'ampersand', subject: '& in a name', fields: name('Tom & Co') },
  { name: 'signs', subject: 'an apostrophe and = in a name', fields: name("it's a=b") },
  { name: 'separator', subject: 'U+2028 in a name', fields: name('line\u2028end') },
  { name: 'emoji', subject: 'an emoji in a name', fields: name('Lucky \u{1f3b0}') },
  number,
  { name: 'whole', subject: 'accumulated_win written 12', fields: freespins('12') },
  {
    name: 'space',
    subject: 'a name with a space at its end',
    hint: 'TrimStrings of Laravel cuts it off before the signature is verified',
    fields: name('Player One '),
  },
  {
    name: 'empty',
    subject: 'an empty name',
    hint: 'ConvertEmptyStringsToNull of Laravel makes null of it',
    fields: name(''),
  },
];

/** The bodies of the probes. */
export const dialectProbes = { plain, together, text, number, singles };
