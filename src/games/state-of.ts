import type { CallTold, GameState, PackShown, ShownBalance } from '../spec/game-page.ts';
import { isUnfinished } from './is-unfinished.ts';
import type { Move } from './move.ts';
import { activePack } from './packs/active-pack.ts';
import type { Seat } from './seat.ts';
import { showRound } from './show-round.ts';

/** What the page is answered after a move. A round that is not over is shown with every answer. */
export const stateOf = (seat: Seat, move: Move, calls: readonly CallTold[]): GameState => {
  const { currency } = seat.launch;
  const round = move.round ?? seat.history.find(isUnfinished);
  return {
    balance: move.balance ?? seat.known ?? unknownBalance,
    round: round === undefined ? null : showRound(round, currency),
    pack: showPack(seat),
    forced: seat.forced,
    history: seat.history.map((kept) => showRound(kept, currency)),
    calls,
    ...(move.notice === undefined ? {} : { notice: move.notice }),
  };
};

const unknownBalance: ShownBalance = {
  kind: 'problem',
  message: 'The balance is not known yet.',
  code: 'not-asked',
  detail: 'No getBalance was sent for this page.',
};

const showPack = (seat: Seat): PackShown | null => {
  const pack = activePack(seat);
  if (pack === undefined) return null;
  const { freespinsId, played, total, bet, accumulatedWin } = pack;
  return { freespinsId, played, total, bet, accumulatedWin };
};
