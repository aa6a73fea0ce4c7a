/**
 * One layer of the escapes of JSON and JavaScript (`\u0074`, `\x74`, `\/`), of URLs (`%74`) and of
 * HTML (`&#116;`) as the characters that they stand for, a byte of a URL as one character. However
 * often their own marks were escaped: `\\u0074`, `%2574`. Undefined where there are none. Linear in
 * the length, whatever the text: strangers write it.
 */
export const undoEscapes = (text: string): string | undefined => {
  if (!isMarked(text)) return undefined;
  let [undone, taken] = ['', 0];
  eachEscape(text, (start, { text: meaning, end }) => {
    undone += text.slice(taken, start) + meaning;
    taken = end;
  });
  return taken === 0 ? undefined : undone + text.slice(taken);
};

/** Where each character of `undoEscapes`, and its end, stood in the text of before. */
export const unescapedOffsets = (text: string): Uint32Array => {
  const offsets = new Uint32Array(text.length + 1);
  let [length, taken] = [0, 0];
  const takeTo = (end: number): void => {
    for (; taken < end; taken += 1, length += 1) offsets[length] = taken;
  };
  eachEscape(text, (start, found) => {
    takeTo(start);
    offsets.fill(start, length, length + found.text.length);
    length += found.text.length;
    taken = found.end;
  });
  takeTo(text.length);
  offsets[length] = text.length;
  return offsets.subarray(0, length + 1);
};

const eachEscape = (text: string, take: (start: number, found: Escape) => void): void => {
  for (let index = 0; index < text.length; ) {
    const found = readers[text.charCodeAt(index)]?.(text, index);
    if (found !== undefined) take(index, found);
    index = found?.end ?? index + 1;
  }
};

/** Nearly every text has none of the marks. */
const isMarked = (text: string): boolean => text.includes('\\') || text.includes('%') || text.includes('&');

/** What an escape stands for, shorter than itself, and the offset behind it. */
interface Escape {
  readonly text: string;
  readonly end: number;
}

type ReadEscape = (text: string, start: number) => Escape | undefined;

/** So often is the mark of an escape looked for behind itself, and so many digits may a number have. */
const longest = 16;

const afterBackslashes: ReadEscape = (text, start) => {
  let end = start + 1;
  while (text[end] === '\\' && end - start < longest) end += 1;
  const letter = text[end] ?? '';
  if (letter === 'x') return codeOf(text, end + 1, hex(2));
  if (letter === 'u' && text[end + 1] === '{') return codeOf(text, end + 2, inBraces);
  if (letter === 'u') return codeOf(text, end + 1, hex(4));
  if (`"'/`.includes(letter) && letter !== '') return { text: letter, end: end + 1 };
  const half = Math.floor((end - start) / 2);
  return half > 0 ? { text: '\\'.repeat(half), end: start + half * 2 } : undefined;
};

const afterPercent: ReadEscape = (text, start) => {
  let digits = start + 1;
  const isNested = (): boolean => text.startsWith('25', digits) && isHex(text, digits + 2);
  while (digits - start < longest && isNested()) digits += 2;
  return codeOf(text, digits, hex(2));
};

const isHex = (text: string, start: number): boolean => codeOf(text, start, hex(2)) !== undefined;

const afterAmpersand: ReadEscape = (text, start) => {
  let name = start + 1;
  while (name - start < longest * 2 && text.startsWith('amp;', name)) name += 4;
  if (text[name] === '#') {
    const isHexadecimal = /x/i.test(text[name + 1] ?? '');
    return isHexadecimal ? codeOf(text, name + 2, hexEntity) : codeOf(text, name + 1, decimalEntity);
  }
  const known = Object.keys(entities).find((each) => text.startsWith(each, name));
  if (known !== undefined) return { text: entities[known] ?? '', end: name + known.length };
  return name > start + 1 ? { text: '&', end: name } : undefined;
};

const entities: Readonly<Record<string, string>> = {
  'quot;': '"',
  'lt;': '<',
  'gt;': '>',
  'apos;': "'",
};

const readers: Readonly<Record<number, ReadEscape | undefined>> = {
  92: afterBackslashes,
  37: afterPercent,
  38: afterAmpersand,
};

/** Digits, and what ends them. */
interface Digits {
  readonly base: 10 | 16;
  readonly least: number;
  readonly most: number;
  readonly end?: { readonly text: string; readonly is: 'needed' | 'taken' };
}

const pairOfHex: Digits = { base: 16, least: 2, most: 2 };
const fourOfHex: Digits = { base: 16, least: 4, most: 4 };
const hex = (count: 2 | 4): Digits => (count === 2 ? pairOfHex : fourOfHex);
const inBraces: Digits = { base: 16, least: 1, most: longest, end: { text: '}', is: 'needed' } };
const semicolon = { text: ';', is: 'taken' } as const;
const hexEntity: Digits = { base: 16, least: 1, most: longest, end: semicolon };
const decimalEntity: Digits = { base: 10, least: 1, most: longest, end: semicolon };

const codeOf = (text: string, start: number, digits: Digits): Escape | undefined => {
  let [code, at] = [0, start];
  while (at - start < digits.most) {
    const digit = digitOf(text.charCodeAt(at));
    if (digit >= digits.base) break;
    code = code * digits.base + digit;
    at += 1;
  }
  const isEnded = digits.end !== undefined && text.startsWith(digits.end.text, at);
  if (digits.end?.is === 'needed' && !isEnded) return undefined;
  if (at - start < digits.least || code > 0x10ffff) return undefined;
  return { text: String.fromCodePoint(code), end: isEnded ? at + 1 : at };
};

/** Of a hexadecimal digit its value, of any other character 16 or more. */
const digitOf = (unit: number): number => {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = (unit | 0x20) - 0x61;
  return letter >= 0 && letter < 6 && unit < 0x80 ? letter + 10 : 16;
};
