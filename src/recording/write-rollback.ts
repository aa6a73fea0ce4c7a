import type { PrintableMap } from '../formats/document/print-document.ts';
import type { Rollback } from '../spec/callback.ts';
import { oddId } from './odd-id.ts';
import type { Score } from './score.ts';
import { writeOptions, writeOtherWhere, writeWhere } from './write-options.ts';

/** A rollback of an earlier call's transaction, or of one that never was. */
export const writeRollback = (score: Score, position: number, callback: Rollback): PrintableMap => {
  const { calls, ids, links, cast } = score;
  const of = links[position]?.of ?? -1;
  const [id, target] = [ids.get(position), ids.get(of)];
  const cancelled = calls[of]?.callback;
  const call = calls[position];
  return {
    rollback: {
      ...(id === undefined ? {} : { id }),
      ...(target === undefined ? {} : { of: target }),
    },
    ...(cancelled === undefined
      ? writeWhere(score, callback)
      : writeOtherWhere(score, callback, cancelled)),
    ...(call &&
      writeOptions(call, {
        ...cast.fieldsOf(callback),
        ...(target === undefined ? oddId(callback) : {}),
      })),
  };
};
