import type { Callback } from '../spec/callback.ts';

/** One player in one currency, as a key that no id can be made to collide with. */
export const accountOf = ({
  playerId,
  currency,
}: Pick<Callback, 'playerId' | 'currency'>): string => JSON.stringify([playerId, currency]);
