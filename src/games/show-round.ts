import { renderAtScale } from '../money/currency-scale.ts';
import type { Round } from '../spec/game-page.ts';
import type { RoundRecord } from './round-record.ts';

/** A round as the page may see it: where it bursts is told once it is over. */
export const showRound = (round: RoundRecord, currency: string): Round => {
  const { roundId, state, reels, burst, cashedOutAt, freeSpin } = round;
  return {
    roundId,
    state,
    stake: renderAtScale(round.stake, currency),
    win: renderAtScale(round.win, currency),
    ...(reels === undefined ? {} : { reels }),
    ...(cashedOutAt === undefined ? {} : { cashedOutAt: cashedOutAt.toFixed(2) }),
    ...(burst === undefined || state !== 'settled' ? {} : { burstsAt: burst.toFixed(2) }),
    ...(freeSpin === undefined ? {} : { freeSpin }),
  };
};
