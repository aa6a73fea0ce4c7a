import { highestMultiplier, lowestMultiplier } from '../crash/growth.ts';
import { multiplierAt } from '../crash/multiplier-at.ts';
import { ask } from './ask.ts';
import type { Desk } from './desk.ts';

/** Asks for the money of the round in the air, or again for that of a round nobody knows the end of. */
export const cashOut = async (desk: Desk, at: string = multiplierNow(desk)): Promise<void> => {
  const { round } = desk.state();
  if (round?.state === 'open' || round?.state === 'unclear') {
    await ask(desk, 'cash-out', { roundId: round.roundId, at });
  }
};

const multiplierNow = ({ state, tools }: Desk): string => {
  const { climbingSince, askedAt, round } = state();
  if (climbingSince === null) return round?.cashedOutAt ?? askedAt ?? lowestMultiplier.toFixed(2);
  const multiplier = multiplierAt(tools.now() - climbingSince);
  return Math.min(highestMultiplier, Math.max(lowestMultiplier, multiplier)).toFixed(2);
};
