import type { AgentConfiguration } from '../../spec/configuration.ts';
import type { Fields } from '../check-fields.ts';
import type { Pack, Packs } from '../create-packs.ts';
import type { Refused } from '../refused.ts';
import { invalid, refused } from '../refused.ts';
import type { OperationSteps } from './performance.ts';

interface DeleteFields {
  readonly freespins_id?: string;
  readonly player_id?: string;
  readonly game_id?: number;
  readonly currency?: string;
}

const packOf = (
  packs: Packs,
  agent: AgentConfiguration,
  checked: Fields,
): Pack | Refused | undefined => {
  const fields = checked as DeleteFields;
  if (fields.freespins_id !== undefined) return packs.find(agent.id, fields.freespins_id);
  const { player_id: playerId, game_id: gameId, currency } = fields;
  if (playerId === undefined || gameId === undefined || currency === undefined) {
    return invalid({
      field: 'freespins_id',
      reason: 'missing; name the pack by it, or by player_id, game_id and currency',
    });
  }
  return packs.activeFor({ agentId: agent.id, playerId, gameId, currency });
};

/** Removes a pack by its id, or the active one of a player, game and currency. */
export const freespinsDelete: OperationSteps<Pack> = {
  check: ({ packs, quirks }, agent, fields) => {
    const pack = packOf(packs, agent, fields);
    if (pack === undefined) {
      return refused('freespins_not_found', 'No such pack: unknown, expired or already deleted.');
    }
    if ('kind' in pack || pack.played === 0 || quirks.deleteStartedPack !== 'reject') return pack;
    const { played, total } = pack;
    return invalid({ field: 'freespins_id', reason: `${played} of ${total} are played already` });
  },
  perform: ({ packs }, _agent, pack) => {
    const { freespinsId, played, total } = pack;
    const { status } = packs.remove(pack);
    return {
      kind: 'content',
      content: JSON.stringify({ freespins_id: freespinsId, status, played, total }),
    };
  },
};
