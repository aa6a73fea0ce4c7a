import { amountsOf } from './amounts-of.ts';
import { isBadlySigned } from './is-badly-signed.ts';
import type { Link } from './link-calls.ts';
import type { RecordedCall } from './recorded-call.ts';

/** Ids for the calls that later ones refer to, by position: `bet-1`, `win-1`, `rollback-1`. */
export const nameCalls = (
  calls: readonly RecordedCall[],
  links: readonly Link[],
): ReadonlyMap<number, string> => {
  const referred = new Set(links.flatMap(({ of }) => of ?? []));
  const counts = new Map<string, number>();
  const ids = new Map<number, string>();
  for (const [position, call] of calls.entries()) {
    if (!referred.has(position)) continue;
    const noun = nounOf(call);
    const count = (counts.get(noun) ?? 0) + 1;
    counts.set(noun, count);
    ids.set(position, `${noun}-${count}`);
  }
  return ids;
};

const nounOf = (call: RecordedCall): string => {
  const { callback } = call;
  if (isBadlySigned(call)) return 'forged';
  if (callback?.type !== 'makeBet') return 'rollback';
  const { bet, win } = amountsOf(callback);
  if (bet.eq(0)) return win.eq(0) ? 'nothing' : 'win';
  return 'bet';
};
