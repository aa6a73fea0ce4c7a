import type { PrintableMap } from '../formats/document/print-document.ts';
import { WrittenNumber } from '../formats/document/written-number.ts';
import type { FreespinsProgress, GetBalance } from '../spec/callback.ts';
import type { RecordedCall } from './recorded-call.ts';
import type { Score } from './score.ts';
import { writeAmount } from './write-amount.ts';
import { writeOptions, writeWhere } from './write-options.ts';

/** A getBalance, with the progress of its free spins. */
export const writeGetBalance = (
  score: Score,
  call: RecordedCall,
  callback: GetBalance,
): PrintableMap => {
  const { freespins } = callback;
  const fields = score.cast.fieldsOf(callback);
  const written = freespins === undefined ? {} : progressOf(freespins);
  const isOrdinary = written !== undefined;
  return {
    getBalance: isOrdinary ? written : {},
    ...writeWhere(score, callback),
    ...writeOptions(call, isOrdinary ? fields : { ...fields, freespins: rawProgress(freespins) }),
  };
};

/** As many spins as a step takes. */
const mostSpins = 1000;

/** Undefined where a step takes no such numbers. */
const progressOf = (freespins: FreespinsProgress): PrintableMap | undefined => {
  const { played, total, isFinish, accumulatedWin } = freespins;
  const win = writeAmount(accumulatedWin);
  if (win === undefined || Math.max(played, total) > mostSpins) return undefined;
  return { freespins: { played, total, is_finish: isFinish, accumulated_win: win } };
};

const rawProgress = (freespins: FreespinsProgress | undefined): PrintableMap =>
  freespins === undefined
    ? {}
    : {
        played: freespins.played,
        total: freespins.total,
        is_finish: freespins.isFinish,
        accumulated_win: new WrittenNumber(freespins.accumulatedWin),
      };
