import type { PrintableMap } from '../formats/document/print-document.ts';
import type { Note } from './note.ts';
import type { Score } from './score.ts';
import { writeGetBalance } from './write-get-balance.ts';
import { writeMakeBet } from './write-make-bet.ts';
import { writeRaw } from './write-raw.ts';
import { writeResend } from './write-resend.ts';
import { writeRollback } from './write-rollback.ts';

/** The step of a call; undefined, with a note, where there is none. */
export const writeCall = (score: Score, position: number, note: Note): PrintableMap | undefined => {
  const call = score.calls[position];
  const link = score.links[position];
  if (call === undefined) return undefined;
  const { callback } = call;
  if (callback === undefined) return writeRaw(call, note);
  if (call.answerLost && call.signature !== 'valid') {
    note('The lost answer to a callback with another signature is not lost in the scenario.');
  }
  if (link?.kind === 'again') return writeResend(score, position, link);
  switch (callback.type) {
    case 'getBalance':
      return writeGetBalance(score, call, callback);
    case 'makeBet':
      return writeMakeBet(score, position, callback);
    case 'rollback':
      return writeRollback(score, position, callback);
  }
};
