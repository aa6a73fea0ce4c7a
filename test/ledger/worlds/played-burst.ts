import { type Call, hear } from '../../../src/judge/call.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { answersOf, findBurst } from '../../../src/ledger/worlds/burst.ts';
import { type Anomaly, findAnomaly } from '../../../src/ledger/worlds/find-anomaly.ts';
import type { Callback } from '../../../src/spec/callback.ts';
import { balance, said } from '../../judge/calls.ts';
import { anna, walletWith } from '../wallet.ts';

/** From when to when a call is under way, in milliseconds. */
export type Span = readonly [startMs: number, endMs: number];

/** Anna with 1000.00 and no transactions. */
export const wallet = walletWith([anna, '1000']);

let count = 0;

/** A call that was under way in that span, and the balance that it was answered with. */
export const seen = (callback: Callback, shown: string, [startMs, endMs]: Span = [0, 5]): Call => {
  const call = said(callback, balance(shown));
  count += 1;
  const times = { startedAt: startMs, durationMs: endMs - startMs };
  return { ...call, exchange: { ...call.exchange, id: `call-${count}`, ...times } };
};

/** The contradiction among the answers; throws where the calls are no burst. */
export const anomalyOf = (calls: readonly Call[], ledger: Ledger = wallet): Anomaly | undefined => {
  const burst = findBurst(ledger, calls.flatMap(hear));
  if (burst === undefined) throw new TypeError('These calls are no burst.');
  return findAnomaly(burst, answersOf(burst));
};
