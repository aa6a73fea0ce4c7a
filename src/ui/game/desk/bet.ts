import { parseMultiplier } from '../crash/parse-multiplier.ts';
import { isClimbing } from '../state/is-climbing.ts';
import { ask } from './ask.ts';
import type { Desk } from './desk.ts';

/** Plays a round with the stake that is typed, or a free spin. */
export const bet = async (desk: Desk): Promise<void> => {
  const { phase, stake, autoCashOut } = desk.state();
  if (phase.kind !== 'idle' || isClimbing(desk.state())) return;
  if (autoCashOut.trim() !== '' && parseMultiplier(autoCashOut) === undefined) {
    desk.tell({ kind: 'refused', text: 'Cash out by itself: type a number from 1.01 to 1000.' });
    return;
  }
  await ask(desk, 'bet', { stake: stake.trim() });
};
