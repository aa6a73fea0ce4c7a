/** What is wrong with a text, and the index of the character where it shows. */
export interface TextFault {
  readonly reason: string;
  readonly offset: number;
}

export type Scan =
  | { readonly kind: 'fault'; readonly fault: TextFault }
  /** `open`: how many objects and arrays the text leaves open at its end. */
  | { readonly kind: 'clean'; readonly open: number };

const fault = (reason: string, offset: number): Scan => ({
  kind: 'fault',
  fault: { reason, offset },
});

const steps: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

/**
 * Looks, without recursion, for what momoa cannot be given: it takes raw control characters in
 * strings, and overflows the stack where the text is nested deeply.
 */
export const scanJson = (text: string, maxDepth: number): Scan => {
  let open = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const char = text[offset] ?? '';
    if (char === '"') {
      offset = endOfString(text, offset);
      if (isControl(text.charCodeAt(offset))) return fault('raw control character', offset);
    }
    open += steps[char] ?? 0;
    if (open > maxDepth) return fault(`nested deeper than ${maxDepth} levels`, offset);
  }
  return { kind: 'clean', open };
};

const quote = 34;
const backslash = 92;

const isControl = (code: number): boolean => code < 32;

/** Index of the closing quote, of a raw control character before it, or of the text's end. */
export const endOfString = (text: string, start: number): number => {
  let offset = start + 1;
  while (offset < text.length) {
    const code = text.charCodeAt(offset);
    if (code === quote || isControl(code)) return offset;
    offset += code === backslash ? 2 : 1;
  }
  return text.length;
};
