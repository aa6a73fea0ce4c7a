import type { PrintableMap } from '../formats/document/print-document.ts';
import type { Callback } from '../spec/callback.ts';
import type { Link } from './link-calls.ts';
import type { Score } from './score.ts';
import { writeAmount, writeExpression } from './write-amount.ts';
import { writeOptions } from './write-options.ts';

/** An earlier call once more. */
export const writeResend = (
  score: Score,
  position: number,
  { of, as }: Extract<Link, { kind: 'again' }>,
): PrintableMap => {
  const { calls, ids, cast } = score;
  const id = ids.get(of) ?? '';
  const call = calls[position];
  const session = sessionOf(cast.whereOf, call?.callback, calls[of]?.callback);
  const amounts = as === 'conflict' ? amountsOf(score, position) : {};
  return {
    resend: as === 'exact' ? id : { call: id, as, ...amounts },
    ...(session === undefined ? {} : { session }),
    ...(call && writeOptions(call, {})),
  };
};

const amountsOf = ({ calls, flow }: Score, position: number): PrintableMap => {
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
