import type { Off, Story } from './difference.ts';
import type { LiveRules } from './live-rules.ts';
import { provenKey } from './proven-key.ts';

/**
 * Where the difference may as well be chance, the name under which it is remembered: the second
 * time is proof. An agent that was right in the very same situation before is more likely to be
 * right again than that nobody has moved just this amount; and a player whose bet was refused is
 * likely to pay in just what it lacked.
 */
export const isOwnChance = (
  { proven }: LiveRules,
  { reading: { callback } }: Off,
  { situation, code, change }: Story,
): string | undefined => {
  const key = `${situation} ${code}`;
  if (code === 'wrong-arithmetic') return code;
  if (situation === 'rollback-of-refused' || situation === 'refused-bet-again') return key;
  if (code === 'money-moved-on-refusal' && change.gt(0)) return key;
  if (callback.type !== 'makeBet' || code === 'accepted-overdraft') return undefined;
  const isNew = situation === 'bet' || situation === 'bet-and-win' || situation === 'win';
  return isNew && proven.has(provenKey(situation, callback.roundFinished)) ? key : undefined;
};
