import type { TextFault } from './scan-json.ts';
import { endOfString } from './scan-json.ts';

interface MomoaError {
  readonly message: string;
  readonly offset: number;
}

const isMomoaError = (error: unknown): error is MomoaError =>
  error instanceof Error && 'offset' in error && typeof error.offset === 'number';

/**
 * Where and why momoa stopped. `open`: how many objects and arrays the text leaves open. Throws
 * what is no complaint about the text.
 */
export const explainMomoa = (error: unknown, text: string, open: number): TextFault => {
  if (!isMomoaError(error)) throw error;
  const offset = stumbledAt(error, text);
  const isCutOff = isEndOfInput(error) || (open > 0 && isLastToken(text, offset));
  return isCutOff || offset >= text.length
    ? { reason: 'unexpected end', offset: text.length }
    : { reason: `unexpected ${JSON.stringify(text[offset])}`, offset };
};

const isEndOfInput = ({ message }: MomoaError): boolean => message.includes('end of input');

/** A character that momoa only peeked at is the one after the place it names. */
const stumbledAt = ({ message, offset }: MomoaError, text: string): number => {
  const found = /^Unexpected character '(.)/su.exec(message)?.[1];
  return found === undefined || text.startsWith(found, offset) ? offset : offset + 1;
};

/** At the end of the text momoa names the last token, which was right as far as it went. */
const isLastToken = (text: string, start: number): boolean => {
  const end = text[start] === '"' ? endOfString(text, start) + 1 : endOfWord(text, start);
  return text.slice(end).trim() === '';
};

const endOfWord = (text: string, start: number): number => {
  const word = /[\w.+-]+/y;
  word.lastIndex = start;
  return word.test(text) ? word.lastIndex : start + 1;
};
