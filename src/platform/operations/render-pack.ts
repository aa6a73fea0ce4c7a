import type { Pack } from '../create-packs.ts';

/** A pack as content of freespins_grant (fields assumed; the specification does not show them). */
export const renderPack = (pack: Pack): string =>
  JSON.stringify({
    freespins_id: pack.freespinsId,
    player_id: pack.playerId,
    game_id: pack.gameId,
    currency: pack.currency,
    total: pack.total,
    played: pack.played,
    status: pack.status,
    expires_at: pack.expiresAt === undefined ? null : new Date(pack.expiresAt).toISOString(),
  });
