import type { AdminPorts } from '../../api/admin-ports.ts';
import type { Platform } from '../../platform/create-platform.ts';
import { demandGame } from './demand-game.ts';
import { packView } from './pack-view.ts';

export interface PacksPortOptions {
  readonly platform: Pick<Platform, 'packs' | 'catalogue'>;
  /** Whose packs are granted by hand. */
  readonly agentId: number;
  /** Told when something was granted or removed. */
  readonly onChange: () => void;
}

/** The packs of free spins, as freespins_grant and freespins_delete know them. */
export const createPacksPort = ({
  platform: { packs, catalogue },
  agentId,
  onChange,
}: PacksPortOptions): AdminPorts['packs'] => ({
  list: () => packs.list().map(packView),
  grant: (order) => {
    demandGame(catalogue, order.gameId);
    const grant = { ...order, agentId, freespinsId: undefined, expiresAt: undefined };
    const granted = packs.grant(grant);
    // Without an id of its own a grant is never a repeat of another.
    if (granted.kind === 'conflict') throw new Error('A pack without an id was a conflict.');
    onChange();
    return packView(granted.pack);
  },
  remove: (freespinsId) => {
    const pack = packs.list().find((each) => each.freespinsId === freespinsId);
    if (pack === undefined) return undefined;
    if (pack.status !== 'active') return packView(pack);
    const removed = packs.remove(pack);
    onChange();
    return packView(removed);
  },
});
