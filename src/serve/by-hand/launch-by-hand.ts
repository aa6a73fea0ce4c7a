import type { Catalogue } from '../../platform/create-catalogue.ts';
import type { Launch } from '../../platform/create-sessions.ts';
import type { LaunchOrder } from '../../spec/admin/orders.ts';
import type { AgentConfiguration } from '../../spec/configuration.ts';
import type { Game } from '../../spec/game.ts';
import { WalletproofError } from '../../spec/walletproof-error.ts';
import { demandGame } from '../ports/demand-game.ts';

export interface HandLaunchOptions {
  readonly catalogue: Pick<Catalogue, 'find'>;
  readonly agent: AgentConfiguration;
  readonly baseUrl: string;
  /** A new id with each call. */
  readonly newId: () => string;
}

/** The launch that the agent would have asked for; a usage error where it would be refused. */
export const launchByHand = (
  order: LaunchOrder,
  { catalogue, agent, baseUrl, newId }: HandLaunchOptions,
): Launch => {
  const { playerId, gameId } = order;
  demandOffer(demandGame(catalogue, gameId), order, agent);
  const player = agent.players.find(({ id }) => id === playerId);
  return {
    agentId: agent.id,
    agentSessionId: `by-hand-${newId()}`,
    gameId,
    playerId,
    playerUsername: player?.username ?? playerId,
    language: player?.language ?? 'en',
    currency: order.currency ?? player?.currencies[0] ?? 'USD',
    homeUrl: `${baseUrl}/`,
    ip: '127.0.0.1',
  };
};

const demandOffer = (
  { id, title, demo }: Game,
  { mode }: LaunchOrder,
  agent: AgentConfiguration,
): void => {
  const isOffered = !agent.unavailableGames.includes(id);
  if (isOffered && (mode !== 'demo' || demo)) return;
  const [lack, remedy] = isOffered
    ? ['has no demo', 'Open it for real money, or choose another game.']
    : [`is not available to agent ${agent.id}`, 'Choose another game, or see unavailableGames.'];
  throw new WalletproofError('usage', `Game ${id} (${title}) ${lack}.`, remedy);
};
