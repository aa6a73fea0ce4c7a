import { playCrash } from './crash/play-crash.ts';
import { fieldOf } from './field-of.ts';
import { isUnfinished } from './is-unfinished.ts';
import type { Move } from './move.ts';
import { activePack } from './packs/active-pack.ts';
import { payOwed } from './packs/pay-owed.ts';
import { playFreeSpin } from './packs/play-free-spin.ts';
import { parseStake } from './parse-stake.ts';
import type { Seat } from './seat.ts';
import { playSlot } from './slot/play-slot.ts';

/** The next round: a free spin where a pack is active, else one with the stake that was typed. */
export const play = async (seat: Seat, body: unknown): Promise<Move> => {
  const unfinished = seat.history.find(isUnfinished);
  if (unfinished !== undefined) {
    return { round: unfinished, notice: 'The last round is not over yet: cash out first.' };
  }
  const { forced } = seat;
  const move = await (activePack(seat) === undefined ? bet(seat, body) : playFreeSpin(seat));
  // What was forced stays for a round that was not played; a lost answer is used up when it is sent.
  const isUsed = move.round !== undefined && forced?.outcome !== 'answer-lost';
  if (isUsed && seat.forced === forced) seat.forced = null;
  return move;
};

const bet = async (seat: Seat, body: unknown): Promise<Move> => {
  const parsed = parseStake(fieldOf(body, 'stake'), seat.launch.currency);
  if (parsed.kind === 'no stake') return { notice: parsed.message };
  await payOwed(seat);
  return seat.kind === 'crash' ? playCrash(seat, parsed.stake) : playSlot(seat, parsed.stake);
};
