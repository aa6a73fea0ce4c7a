import { spellingsOf } from './secret-spellings.ts';
import { undoEscapes, unescapedOffsets } from './undo-escapes.ts';

/** Finds and hides secrets in texts, in any spelling of `spellingsOf`, escaped or not. */
export interface SecretMask {
  isIn(text: string): boolean;
  isInBytes(bytes: Uint8Array): boolean;
  /** The text with asterisks where a secret stood, as many characters. */
  hide(text: string): string;
  /** As many bytes; all others stay as they are. */
  hideBytes(bytes: Uint8Array): Uint8Array;
}

/** What was escaped before it was escaped: a query in a JSON text in an HTML page. */
const mostLayers = 3;

/** A mask that is made once for many texts: most hold no secret, and are looked through once. */
export const createSecretMask = (secrets: readonly string[]): SecretMask => {
  const spellings = spellingsOf(secrets);
  // Escapes make a text longer: a shorter one shows nothing.
  const shortest = Math.min(...spellings.map(({ length }) => length));
  const search = createSearch(spellings, shortest);
  const isIn = (text: string): boolean =>
    text.length >= shortest && (search(text, 0) !== undefined || isBelow(text, search));
  const hide = (text: string): string => (isIn(text) ? withStars(text, placesIn(text, search)) : text);
  return {
    isIn,
    isInBytes: (bytes) => bytes.length >= shortest && isIn(latin1(bytes)),
    hide,
    hideBytes: (bytes) => Buffer.from(hide(latin1(bytes)), 'latin1'),
  };
};

/** A character for each byte. */
const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

const isBelow = (text: string, search: Search): boolean => {
  let layer = undoEscapes(text);
  for (let count = 0; layer !== undefined && count < mostLayers; count += 1) {
    if (search(layer, 0) !== undefined) return true;
    layer = undoEscapes(layer);
  }
  return false;
};

/** From its first character to the one behind its last. */
type Place = readonly [start: number, end: number];

/** Where a text shows a secret, in the text as it is and in what its escapes stand for. */
const placesIn = (text: string, search: Search): Place[] => {
  const places = everyPlace(text, search);
  let [layer, offsetOf] = [text, (offset: number): number => offset];
  for (let count = 0; count < mostLayers; count += 1) {
    const inner = undoEscapes(layer);
    if (inner === undefined) break;
    const [offsets, outer] = [unescapedOffsets(layer), offsetOf];
    offsetOf = (offset) => outer(offsets[offset] ?? 0);
    places.push(...everyPlace(inner, search).map(([start, end]): Place => [offsetOf(start), offsetOf(end)]));
    layer = inner;
  }
  return places;
};

const everyPlace = (text: string, search: Search): Place[] => {
  const places: Place[] = [];
  for (let found = search(text, 0); found !== undefined; found = search(text, found[0] + 1)) {
    places.push(found);
  }
  return places;
};

const withStars = (text: string, places: readonly Place[]): string => {
  let [shown, end] = ['', 0];
  for (const [start, last] of places.toSorted((one, other) => one[0] - other[0])) {
    if (last <= end) continue;
    const from = Math.max(start, end);
    shown += text.slice(end, from) + '*'.repeat(last - from);
    end = last;
  }
  return shown + text.slice(end);
};

/** The first place of a spelling from an offset on; of those that begin there, the longest. */
type Search = (text: string, from: number) => Place | undefined;

/** A longer beginning of the spellings makes longer steps, and a fuller table. */
const longestBeginning = 24;

/**
 * One pass for all spellings, after Wu and Manber: a pair of characters tells how far the next
 * beginning of a spelling is away at least, so that most characters are not looked at.
 */
const createSearch = (spellings: readonly string[], shortest: number): Search => {
  if (spellings.length === 0) return () => undefined;
  const table = tableOf(spellings, Math.min(shortest, longestBeginning));
  return (text, from) => searchBy(table, text, from);
};

interface Table {
  /** The last character of the beginning of each spelling, which is what is looked for. */
  readonly last: number;
  /** How far to go on from a pair that ends where `last` may be; 0: a spelling may be here. */
  readonly steps: Uint8Array;
  /** Those whose beginning ends in the pair, the longest first. */
  readonly ending: readonly (readonly string[])[];
}

/** Entries of a table. Two pairs may share one: then a step is shorter than it could be. */
const pairs = 4096;

const tableOf = (spellings: readonly string[], beginning: number): Table => {
  const last = beginning - 1;
  const steps = new Uint8Array(pairs).fill(last);
  const ending: string[][] = Array.from({ length: pairs }, () => []);
  for (const spelling of spellings.toSorted((one, other) => other.length - one.length)) {
    for (let index = 1; index <= last; index += 1) {
      const pair = pairAt(spelling, index);
      steps[pair] = Math.min(steps[pair] ?? 0, last - index);
    }
    ending[pairAt(spelling, last)]?.push(spelling);
  }
  return { last, steps, ending };
};

const searchBy = ({ last, steps, ending }: Table, text: string, from: number): Place | undefined => {
  let index = from + last;
  while (index < text.length) {
    const pair = pairAt(text, index);
    const step = steps[pair] ?? 0;
    if (step === 0) {
      const start = index - last;
      const found = ending[pair]?.find((spelling) => text.startsWith(spelling, start));
      if (found !== undefined) return [start, start + found.length];
    }
    index += step || 1;
  }
  return undefined;
};

const pairAt = (text: string, index: number): number =>
  ((text.charCodeAt(index - 1) << 5) ^ text.charCodeAt(index)) & (pairs - 1);
