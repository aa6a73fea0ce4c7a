import type { MistakeCode } from '../../../spec/signature-mistakes.ts';
import type { Attempt, Stage } from '../situation.ts';

const hex = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (char) => `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);

const lowerHex = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

const withEntities = (text: string, pattern: RegExp): string => text.replace(pattern, (char) => entities[char] ?? char);

const quotesInside = (text: string): string => text.replaceAll('\\"', '\\u0022');

/** Rewrites a canonical string as an unusual serialiser, or a filter behind it, leaves it. */
type Rewrite = (text: string) => string;

const rewrites: readonly (readonly [MistakeCode, Rewrite])[] = [
  ['html-escaped', (text) => hex(quotesInside(text), /[<>&']/gu)],
  ['html-escaped', (text) => hex(text, /[<>&']/gu)],
  ['html-escaped', (text) => hex(text, /[<>&]/gu)],
  ['html-escaped', (text) => hex(text, /[<>]/gu)],
  ['html-escaped', (text) => lowerHex(text, /[<>']/gu)],
  ['html-escaped', (text) => lowerHex(text, /[<>&']/gu)],
  ['slash-escaped', (text) => text.replaceAll('/', '\\/')],
  ['slash-escaped', (text) => text.replaceAll('</', '<\\/')],
  ['html-entities', (text) => withEntities(text, /[&<>"']/gu)],
  ['html-entities', (text) => withEntities(text, /[&<>"]/gu)],
  ['html-entities', (text) => withEntities(text, /[&<>]/gu)],
  ['html-entities', (text) => withEntities(text, /[&<>"']/gu).replaceAll('&#039;', '&#39;')],
  ['html-entities', (text) => withEntities(text, /[&<>"']/gu).replaceAll('&#039;', '&#x27;')],
  ['html-entities', (text) => withEntities(text, /[&<>']/gu)],
  ['escaped-otherwise', (text) => lowerHex(text, /[\u007f-\u009f]/gu)],
  ['escaped-otherwise', (text) => lowerHex(text, /[\u007f-\u009f\u2028\u2029]/gu)],
  ['escaped-otherwise', (text) => lowerHex(text, /[\u0085\u2028\u2029]/gu)],
  ['escaped-otherwise', (text) => lowerHex(text, /[\u0080-\u009f\u2000-\u20ff]/gu)],
  ['escaped-otherwise', (text) => hex(text, /[\u007f-\u009f\u2000-\u20ff]/gu)],
  ['escaped-otherwise', (text) => hex(text, /[\u007f-\u009f\u2000-\u20ff]/gu).replaceAll('/', '\\/')],
  ['escaped-otherwise', (text) => lowerHex(text, /\u007f/gu).replaceAll('/', '\\/')],
  ['escaped-otherwise', (text) => lowerHex(text, dkjson)],
  ['escaped-otherwise', (text) => lowerHex(text, /[^ -~]/gu).replaceAll('/', '\\/')],
  ['escaped-otherwise', (text) => text.replace(/\\u[0-9a-f]{4}/gu, (found) => `\\u${found.slice(2).toUpperCase()}`)],
];

/** What Lua's dkjson escapes. */
const dkjson =
  /[\u007f-\u009f\u00ad\u0600-\u0604\u070f\u17b4\u17b5\u200c-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff0-\uffff]/gu;

/** The right strings with characters escaped as no dialect escapes them alone. */
export const escapedOtherwise: Stage = function* ({ accepted }): Generator<Attempt> {
  const tried = new Set(accepted);
  for (const [mistake, rewrite] of rewrites) {
    for (const subject of accepted.map(rewrite)) {
      if (!tried.has(subject)) yield { subject, mistake };
      tried.add(subject);
    }
  }
};
