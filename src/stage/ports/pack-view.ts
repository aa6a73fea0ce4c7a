import type { PackView } from '../../contract/admin/views.ts';
import type { Pack } from '../../platform/create-packs.ts';

/** A pack as the dashboard shows it. */
export const packView = (pack: Pack): PackView => {
  const { freespinsId, playerId, gameId, currency, bet, total, played, accumulatedWin, status } =
    pack;
  return {
    ...{ freespinsId, playerId, gameId, currency, bet },
    ...{ total, played, accumulatedWin, status },
  };
};
