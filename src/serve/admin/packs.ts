import { answers, requests } from '../../api/schemas/all-schemas.ts';
import type { PackOrder, PackView } from '../../api/schemas/sessions.ts';
import { betReason } from '../../platform/operations.ts';
import { countText } from '../../spec/platform-bounds.ts';
import { usageError, type WalletproofError } from '../../spec/walletproof-error.ts';
import type { Context } from '../context.ts';
import { packView, publishPacks } from '../views.ts';
import { type AdminRoute, route } from './route.ts';
import { demandAgent, demandGame } from './sessions.ts';

/** Packs of free spins. */
export const packRoutes: readonly AdminRoute[] = [
  route('GET /packs', {
    name: 'listPacks',
    tag: 'play',
    summary: 'List packs of free spins',
    description: 'Packs that are being played, those that are finished, and those that were taken away.',
    answer: { status: 200, schema: answers.Packs, description: 'The packs.' },
    act: ({ context }) => listPacks(context),
  }),
  route('POST /packs', {
    name: 'grantPack',
    tag: 'play',
    summary: 'Grant free spins',
    description: 'Grants a pack of free spins, as freespins_grant does.',
    body: requests.PackOrder,
    answer: { status: 201, schema: answers.Pack, description: 'The pack.' },
    act: ({ context, body }) => grantPack(context, body),
  }),
  route('DELETE /packs/:id', {
    name: 'removePack',
    tag: 'play',
    summary: 'Take free spins away',
    description: 'Takes a pack of free spins away, as freespins_delete does.',
    params: { id: 'Id of a pack (freespinsId).' },
    answer: { status: 200, schema: answers.Pack, description: 'The pack, deleted.' },
    missing: 'No pack has this id.',
    act: ({ context, params: { id = '' } }) => removePack(context, id),
  }),
];

export const listPacks = ({ platform: { packs } }: Context): readonly PackView[] => packs.list().map(packView);

export const grantPack = (context: Context, order: PackOrder): PackView => {
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
};

export const removePack = (context: Context, freespinsId: string): PackView | undefined => {
  const { packs } = context.platform;
  const pack = packs.list().find((each) => each.freespinsId === freespinsId);
  if (pack === undefined) return undefined;
  if (pack.status !== 'active') return packView(pack);
  const removed = packs.remove(pack);
  publishPacks(context);
  return packView(removed);
};

const tooMany = (limit: number): WalletproofError =>
  usageError(`${countText(limit)} packs are not over.`, 'Play, delete or let expire some of them first.');

const demandBet = ({ bet, currency }: PackOrder): void => {
  const reason = betReason(bet, currency);
  if (reason === undefined) return;
  throw usageError(`bet: ${reason}.`, 'Give the spins a coarser bet.');
};
