import type { Pack } from '../../platform/create-packs.ts';
import type { FreespinsProgress, GetBalance } from '../../spec/callback.ts';
import type { Seat } from '../seat.ts';
import { baseOf } from './base-of.ts';

/** Section 2: freespins is present while the player has active ones for the game and currency. */
export const getBalanceOf = (seat: Seat, pack: Pack | undefined): GetBalance => ({
  ...baseOf(seat),
  type: 'getBalance',
  gameId: seat.launch.gameId,
  ...(pack === undefined ? {} : { freespins: progressOf(pack) }),
});

const progressOf = ({ played, total, accumulatedWin }: Pack): FreespinsProgress => ({
  played,
  total,
  isFinish: played >= total,
  accumulatedWin,
});
