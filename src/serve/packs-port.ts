import type { AdminPorts } from '../api/create-admin-api.ts';
import type { PackOrder, PackView } from '../api/schemas/sessions.ts';
import { amountOf, renderAtScale } from '../base/money.ts';
import { betReason } from '../platform/operations.ts';
import type { Pack } from '../platform/packs.ts';
import type { AmountText } from '../spec/callback.ts';
import { countText } from '../spec/platform-bounds.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { Context } from './context.ts';
import { demandAgent, demandGame } from './sessions-port.ts';

/** The packs of free spins, as freespins_grant and freespins_delete know them. */
export const createPacksPort = (context: Context): AdminPorts['packs'] => ({
  list: () => context.platform.packs.list().map(packView),
  grant: (order) => {
    const { packs, catalogue } = context.platform;
    demandGame(catalogue, order.gameId);
    demandBet(order);
    const agentId = demandAgent(context.options, order.agentId).id;
    const grant = { ...order, agentId, freespinsId: undefined, expiresAt: undefined };
    const granted = packs.grant(grant);
    if (granted.kind === 'full') throw tooMany(granted.limit);
    // Without an id of its own a grant is never a repeat of another.
    if (granted.kind === 'conflict') throw new Error('A pack without an id was a conflict.');
    publishPacks(context);
    return packView(granted.pack);
  },
  remove: (freespinsId) => {
    const { packs } = context.platform;
    const pack = packs.list().find((each) => each.freespinsId === freespinsId);
    if (pack === undefined) return undefined;
    if (pack.status !== 'active') return packView(pack);
    const removed = packs.remove(pack);
    publishPacks(context);
    return packView(removed);
  },
});

const tooMany = (limit: number): WalletproofError =>
  new WalletproofError(
    'usage',
    `${countText(limit)} packs are not over.`,
    'Play, delete or let expire some of them first.',
  );

const demandBet = ({ bet, currency }: PackOrder): void => {
  const reason = betReason(bet, currency);
  if (reason === undefined) return;
  throw new WalletproofError('usage', `bet: ${reason}.`, 'Give the spins a coarser bet.');
};

/** A pack as the dashboard shows it. */
const packView = (pack: Pack): PackView => ({
  freespinsId: pack.freespinsId,
  playerId: pack.playerId,
  gameId: pack.gameId,
  currency: pack.currency,
  bet: atScale(pack.bet, pack.currency),
  total: pack.total,
  played: pack.played,
  accumulatedWin: atScale(pack.accumulatedWin, pack.currency),
  status: pack.status,
});

const atScale = (amount: AmountText, currency: string): string => renderAtScale(amountOf(amount), currency);

/** Tells the packs as they are now. */
export const publishPacks = ({ bus, platform: { packs } }: Pick<Context, 'bus' | 'platform'>): void => {
  if (bus.hasListeners()) bus.publish({ kind: 'packs', packs: packs.list().map(packView) });
};
