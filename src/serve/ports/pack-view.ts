import type { Pack } from '../../platform/create-packs.ts';
import type { PackView } from '../../spec/admin/views.ts';

/** A pack as the dashboard shows it. */
export const packView = (pack: Pack): PackView => {
  const { freespinsId, playerId, gameId, currency, bet, total, played, accumulatedWin, status } =
    pack;
  return {
    ...{ freespinsId, playerId, gameId, currency, bet },
    ...{ total, played, accumulatedWin, status },
  };
};
