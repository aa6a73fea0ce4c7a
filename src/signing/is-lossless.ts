/**
 * Whether JSON.parse keeps all of a text that a signature can depend on. It loses the text of
 * numbers that are no plain integers below 2^53, and the place of keys that look like integers;
 * of a repeated key it keeps what everybody keeps. May say no to a text that is lossless, because
 * strings may look like numbers.
 */
export const isLossless = (text: string): boolean => !lossy.test(text);

const lossy = /[:[,][ \t\n\r]*(?:-0|-?\d+[.eE]|-?\d{16})|"(?:\d|\\u003\d)+"[ \t\n\r]*:/;
