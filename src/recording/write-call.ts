import type { Printable, PrintableMap } from '../formats/document/print-document.ts';
import { WrittenNumber } from '../formats/document/print-document.ts';
import type {
  Callback,
  FreespinsProgress,
  GetBalance,
  MakeBet,
  Rollback,
} from '../spec/callback.ts';
import type { Link } from './link-calls.ts';
import type { Note, RecordedCall } from './recorded-call.ts';
import type { Score } from './score.ts';
import {
  oddId,
  writeAmount,
  writeExpression,
  writeOptions,
  writeOtherWhere,
  writeWhere,
} from './write-options.ts';

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

/** A getBalance, with the progress of its free spins. */
const writeGetBalance = (score: Score, call: RecordedCall, callback: GetBalance): PrintableMap => {
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

/** A makeBet with a step of its own; `of`: the call whose transaction_id it has. */
const writeMakeBet = (score: Score, position: number, callback: MakeBet): PrintableMap => {
  const { calls, ids, links, cast, roundOf } = score;
  const call = calls[position];
  const [id, of] = [ids.get(position), ids.get(links[position]?.of ?? -1)];
  const round = roundOf(callback);
  const { fields, ...amounts } = writeAmounts(score, position, callback);
  const makeBet = {
    id,
    ...amounts,
    round,
    ...(callback.roundFinished ? {} : { round_finished: false }),
    transaction_of: of,
  };
  const options =
    call &&
    writeOptions(call, {
      ...cast.fieldsOf(callback),
      ...(of === undefined ? oddId(callback) : {}),
      ...fields,
    });
  return { makeBet, ...writeWhere(score, callback), ...options };
};

interface Amounts {
  readonly bet: Printable;
  readonly win?: Printable;
  /** Amounts that only `fields` can send. */
  readonly fields: PrintableMap;
}

const writeAmounts = ({ flow }: Score, position: number, { bet, win }: MakeBet): Amounts => {
  const stake = writeExpression(flow.bets.get(position) ?? { kind: 'exact', text: bet });
  const gain = writeAmount(win);
  return {
    bet: stake ?? 0,
    ...(gain?.text === '0' || gain === undefined ? {} : { win: gain }),
    fields: {
      ...(stake === undefined ? { bet: new WrittenNumber(bet) } : {}),
      ...(gain === undefined ? { win: new WrittenNumber(win) } : {}),
    },
  };
};

/** A rollback of an earlier call's transaction, or of one that never was. */
const writeRollback = (score: Score, position: number, callback: Rollback): PrintableMap => {
  const { calls, ids, links, cast } = score;
  const of = links[position]?.of ?? -1;
  const [id, target] = [ids.get(position), ids.get(of)];
  const cancelled = calls[of]?.callback;
  const call = calls[position];
  return {
    rollback: {
      id,
      of: target,
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

/** An earlier call once more. */
const writeResend = (
  score: Score,
  position: number,
  { of, as }: Extract<Link, { kind: 'again' }>,
): PrintableMap => {
  const { calls, ids, cast } = score;
  const id = ids.get(of) ?? '';
  const call = calls[position];
  const session = sessionOf(cast.whereOf, call?.callback, calls[of]?.callback);
  const amounts = as === 'conflict' ? otherAmounts(score, position) : {};
  return {
    resend: as === 'exact' ? id : { call: id, as, ...amounts },
    session,
    ...(call && writeOptions(call, {})),
  };
};

const otherAmounts = ({ calls, flow }: Score, position: number): PrintableMap => {
  const { callback } = calls[position] ?? {};
  if (callback?.type !== 'makeBet') return {};
  const bet = flow.bets.get(position) ?? ({ kind: 'exact', text: callback.bet } as const);
  return { bet: writeExpression(bet) ?? 0, win: writeAmount(callback.win) ?? 0 };
};

/** Only where it is another one. */
const sessionOf = (
  whereOf: Score['cast']['whereOf'],
  again: Callback | undefined,
  first: Callback | undefined,
): string | undefined =>
  again === undefined || again.sessionId === first?.sessionId ? undefined : whereOf(again).session;

/** More is no slip of a platform. */
const longestBody = 65_536;

/** Bytes that are no callback; undefined, with a note, where a scenario cannot hold them. */
const writeRaw = (
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
