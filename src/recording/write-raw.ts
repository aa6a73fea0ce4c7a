import type { PrintableMap } from '../formats/document/print-document.ts';
import type { Note } from './note.ts';
import type { RecordedCall } from './recorded-call.ts';

/** More is no slip of a platform. */
const longestBody = 65_536;

/** Bytes that are no callback; undefined, with a note, where a scenario cannot hold them. */
export const writeRaw = (
  { body, signature, answerLost }: RecordedCall,
  note: Note,
): PrintableMap | undefined => {
  if (body.length > longestBody) {
    note(`A body of ${body.length} bytes is left out: ${longestBody} are the most.`);
    return undefined;
  }
  const text = textOf(body);
  if (text === undefined) {
    note('A body that is no UTF-8 text is left out.');
    return undefined;
  }
  if (answerLost) note('A raw body cannot lose its answer: it is sent without that.');
  if (signature !== 'valid' && signature !== 'none') {
    note('A raw body with a wrong signature is sent without one.');
  }
  if (text.includes('"')) note('Raw bodies are sent as they were, with the ids that they had.');
  return { raw: signature === 'valid' ? text : { body: text, signed: false } };
};

const textOf = (body: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
};
