import type { SessionView } from '../../../api/schemas/sessions.ts';
import { visibleLine } from '../../../base/visible-text.ts';
import { momentText } from '../../parts/time.tsx';

const longest = 40;

/** What people call a session: `Player One · Book of Ra · 14:02`. */
export const sessionName = (session: SessionView): string => {
  const { playerUsername, playerId, state, game, gameId, createdAt } = session;
  const known = game ?? (gameId === undefined ? 'by hand' : `game ${gameId}`);
  return [
    visibleLine(playerUsername === '' ? playerId : playerUsername, longest),
    visibleLine(state === 'by-hand' ? 'by hand' : known, longest),
    momentText(createdAt),
  ].join(' · ');
};
