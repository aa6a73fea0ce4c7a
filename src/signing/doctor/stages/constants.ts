import type { MistakeCode } from '../../../spec/signature-mistakes.ts';
import type { Stage } from '../situation.ts';

const texts: readonly (readonly [string, MistakeCode])[] = [
  ['', 'nothing-signed'],
  ['""', 'nothing-signed'],
  ['null', 'null-signed'],
  ['None', 'null-signed'],
  ['nil', 'null-signed'],
  ['true', 'sort-result-signed'],
  ['1', 'sort-result-signed'],
  ['True', 'sort-result-signed'],
  ['false', 'null-signed'],
  ['{}', 'empty-container-signed'],
  ['[]', 'empty-container-signed'],
  ['[object Object]', 'word-signed'],
  ['"[object Object]"', 'word-signed'],
  ['undefined', 'word-signed'],
  ['Array', 'word-signed'],
  ['[null]', 'empty-container-signed'],
  ['\n', 'nothing-signed'],
];

/** What is signed when the body was not there, or was not serialised. */
export const constants: Stage = function* () {
  for (const [subject, mistake] of texts) yield { subject, mistake };
};
