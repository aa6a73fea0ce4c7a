import type { Callback } from '../spec/callback.ts';
import { isBadlySigned } from './is-badly-signed.ts';
import type { RecordedCall } from './recorded-call.ts';

/** The keys of those callbacks that were answered with this code whenever they were rightly signed. */
export const refusedAs = (
  calls: readonly RecordedCall[],
  code: string,
  keyOf: (callback: Callback) => string,
): ReadonlySet<string> => {
  const refused = new Set<string>();
  const others = new Set<string>();
  for (const call of calls) {
    const { callback, refusedWith } = call;
    if (callback === undefined || isBadlySigned(call)) continue;
    (refusedWith === code ? refused : others).add(keyOf(callback));
  }
  return new Set([...refused].filter((key) => !others.has(key)));
};
