import { textOf } from '../base/read-body.ts';
import { type PrintableMap, WrittenNumber } from '../formats/document/print-document.ts';
import type { Callback, FreespinsProgress, GetBalance, MakeBet, Rollback } from '../spec/callback.ts';
import type { CallLink } from './link-calls.ts';
import type { RecordingPlan } from './plan.ts';
import type { Note, RecordedCall } from './recorded-call.ts';
import { oddId, writeAmount, writeExpression, writeOptions, writeOtherWhere } from './write-options.ts';

/** The step of a call; undefined, with a note, where there is none. */
export const writeCall = (plan: RecordingPlan, position: number, note: Note): PrintableMap | undefined => {
  const call = plan.calls[position];
  const link = plan.links[position];
  if (call === undefined) return undefined;
  const { callback } = call;
  if (callback === undefined) return writeRaw(call, note);
  if (call.lost !== undefined && call.signature !== 'valid') {
    note('The lost answer to a callback with another signature is not lost in the scenario.');
  }
  if (link?.kind === 'again') return writeResend(plan, position, link);
  switch (callback.type) {
    case 'getBalance':
      return writeGetBalance(plan, call, callback);
    case 'makeBet':
      return writeMakeBet(plan, position, callback);
    case 'rollback':
      return writeRollback(plan, position, callback);
  }
};

/** A getBalance, with the progress of its free spins. */
const writeGetBalance = (plan: RecordingPlan, call: RecordedCall, callback: GetBalance): PrintableMap => {
  const { freespins } = callback;
  const fields = plan.names.fieldsOf(callback);
  const written = freespins && progressOf(freespins);
  return {
    getBalance: { freespins: written },
    ...plan.names.whereOf(callback),
    ...writeOptions(call, {
      ...fields,
      freespins: freespins && !written ? rawProgress(freespins) : undefined,
    }),
  };
};

/** As many spins as a step takes. */
const mostSpins = 1000;

/** Undefined where a step takes no such numbers. */
const progressOf = (freespins: FreespinsProgress): PrintableMap | undefined => {
  const { played, total, isFinish, accumulatedWin } = freespins;
  const win = writeAmount(accumulatedWin);
  if (win === undefined || Math.max(played, total) > mostSpins) return undefined;
  return { played, total, is_finish: isFinish, accumulated_win: win };
};

const rawProgress = (freespins: FreespinsProgress): PrintableMap => ({
  played: freespins.played,
  total: freespins.total,
  is_finish: freespins.isFinish,
  accumulated_win: new WrittenNumber(freespins.accumulatedWin),
});

/** A makeBet with a step of its own; `of`: the call whose transaction_id it has. */
const writeMakeBet = (plan: RecordingPlan, position: number, callback: MakeBet): PrintableMap => {
  const { calls, ids, links, names, flow } = plan;
  const call = calls[position];
  const link = links[position];
  const of = ids.get(link?.of ?? -1);
  const bet = writeExpression(flow.bets.get(position) ?? { kind: 'exact', text: callback.bet });
  const win = writeAmount(callback.win);
  const makeBet = {
    id: ids.get(position),
    bet: bet ?? 0,
    win: win?.text === '0' ? undefined : win,
    round: plan.roundOf(callback),
    round_finished: callback.roundFinished ? undefined : false,
    transaction_of: of,
    alike: link?.kind === 'fresh' ? link.alike : undefined,
  };
  const fields = {
    ...names.fieldsOf(callback),
    transaction_id: of === undefined ? oddId(callback) : undefined,
    // Amounts that only `fields` can send.
    bet: bet === undefined ? new WrittenNumber(callback.bet) : undefined,
    win: win === undefined ? new WrittenNumber(callback.win) : undefined,
  };
  return { makeBet, ...names.whereOf(callback), ...(call && writeOptions(call, fields)) };
};

/** A rollback of an earlier call's transaction, or of one that never was. */
const writeRollback = (plan: RecordingPlan, position: number, callback: Rollback): PrintableMap => {
  const { calls, ids, links, names } = plan;
  const of = links[position]?.of ?? -1;
  const target = ids.get(of);
  const cancelled = calls[of]?.callback;
  const call = calls[position];
  const fields = {
    ...names.fieldsOf(callback),
    transaction_id: target === undefined ? oddId(callback) : undefined,
  };
  return {
    rollback: { id: ids.get(position), of: target },
    ...(cancelled === undefined ? names.whereOf(callback) : writeOtherWhere(plan, callback, cancelled)),
    ...(call && writeOptions(call, fields)),
  };
};

/** An earlier call once more. */
const writeResend = (
  plan: RecordingPlan,
  position: number,
  { of, as, changed }: Extract<CallLink, { kind: 'again' }>,
): PrintableMap => {
  const { calls, ids, names } = plan;
  const id = ids.get(of) ?? '';
  const call = calls[position];
  const session = sessionOf(names.whereOf, call?.callback, calls[of]?.callback);
  const amounts = as === 'conflict' ? otherAmounts(plan, position) : {};
  return {
    resend: as === 'exact' ? id : { call: id, as, ...amounts },
    changed,
    session,
    ...(call && writeOptions(call, {})),
  };
};

const otherAmounts = ({ calls, flow }: RecordingPlan, position: number): PrintableMap => {
  const { callback } = calls[position] ?? {};
  if (callback?.type !== 'makeBet') return {};
  const bet = flow.bets.get(position) ?? ({ kind: 'exact', text: callback.bet } as const);
  return { bet: writeExpression(bet) ?? 0, win: writeAmount(callback.win) ?? 0 };
};

/** Only where it is another one. */
const sessionOf = (
  whereOf: RecordingPlan['names']['whereOf'],
  again: Callback | undefined,
  first: Callback | undefined,
): string | undefined =>
  again === undefined || again.sessionId === first?.sessionId ? undefined : whereOf(again).session;

/** More is no slip of a platform. */
const longestBody = 65_536;

/** Bytes that are no callback; undefined, with a note, where a scenario cannot hold them. */
const writeRaw = ({ body, signature, lost }: RecordedCall, note: Note): PrintableMap | undefined => {
  if (body.length > longestBody) {
    note(`A body of ${body.length} bytes is left out: ${longestBody} are the most.`);
    return undefined;
  }
  const text = textOf(body);
  if (text === undefined) {
    note('A body that is no UTF-8 text is left out.');
    return undefined;
  }
  if (lost !== undefined) note('A raw body cannot lose its answer: it is sent without that.');
  if (signature !== 'valid' && signature !== 'none') {
    note('A raw body with a wrong signature is sent without one.');
  }
  if (text.includes('"')) note('Raw bodies are sent as they were, with the ids that they had.');
  return { raw: signature === 'valid' ? text : { body: text, signed: false } };
};
