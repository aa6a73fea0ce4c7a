import type { GetBalance } from '../../spec/callback.ts';
import type { Seat } from '../seat.ts';

/** What every callback of the session carries (section 6). */
export const baseOf = ({
  launch,
  sessionId,
  parlour,
}: Seat): Omit<GetBalance, 'type' | 'gameId' | 'freespins'> => ({
  agentId: launch.agentId,
  sessionId,
  playerId: launch.playerId,
  playerUsername: launch.playerUsername,
  currency: launch.currency,
  language: launch.language,
  requestId: parlour.nextId(),
});
