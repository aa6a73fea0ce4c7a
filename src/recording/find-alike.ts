import { type MakeBet, transactionIdOf } from '../spec/callback.ts';
import type { Likeness } from '../spec/likeness.ts';
import type { RecordedCall } from './recorded-call.ts';

/** An earlier call whose transaction_id looks like that of another one, and how. */
export interface LikeCall {
  readonly of: number;
  /** As a scenario writes it: `case`, `{ prefix: 64 }`. */
  readonly alike: Likeness | { readonly prefix: number };
}

/** The last of the calls whose id looks like the id, and is another one. */
export const findAlike = (calls: readonly (RecordedCall | undefined)[], id: string): LikeCall | undefined => {
  for (const [of, call] of [...calls.entries()].reverse()) {
    const other = call?.callback?.type === 'makeBet' ? transactionIdOf(call.callback) : undefined;
    const alike = other === undefined || other === id ? undefined : likenessOf(other, id);
    if (alike !== undefined) return { of, alike };
  }
  return undefined;
};

/** Shorter ids that are equal but for their last character are those that a platform counts up. */
const shortestPrefix = 32;

const likenessOf = (one: string, other: string): LikeCall['alike'] | undefined => {
  const isSame = (look: (id: string) => unknown): boolean => look(one) === look(other);
  if (isSame((id) => id.toLowerCase())) return 'case';
  if (isSame((id) => id.trim())) return 'space';
  if (isSame((id) => id.normalize('NFC'))) return 'unicode';
  const areNumbers = [one, other].every((id) => /^\d+(?:e\d{1,2})?$/.test(id));
  if (areNumbers && isSame((id) => id.replace(/^0+/, ''))) return 'zeros';
  if (areNumbers && isSame(Number)) return 'number';
  const length = one.length - 1;
  const isLong = length >= shortestPrefix && one.length === other.length;
  return isLong && isSame((id) => id.slice(0, -1)) ? { prefix: length } : undefined;
};

/** Fields of a makeBet that a duplicate may have otherwise, by their name on the wire. */
const changeable = {
  gameRoundId: 'game_round_id',
  roundFinished: 'round_finished',
  language: 'language',
  playerUsername: 'player_username',
} as const;

/** The one field in which a duplicate differs, with its value; undefined where it is none, or more. */
export const changedField = (
  first: MakeBet,
  again: MakeBet,
): Readonly<Record<string, string | boolean>> | undefined => {
  const names = Object.keys(changeable) as (keyof typeof changeable)[];
  const changed = names.filter((name) => first[name] !== again[name]);
  const [name] = changed;
  const others = ['playerId', 'currency', 'sessionId', 'bet', 'win'] as const;
  const isSame = others.every((each) => first[each] === again[each]);
  if (name === undefined || changed.length > 1 || !isSame || again[name] === '') return undefined;
  return { [changeable[name]]: again[name] };
};
