import type { Games } from '../games/games.ts';
import { publishPacks } from './packs-port.ts';
import type { ServedCore } from './wire-core.ts';

type Ending = Pick<ServedCore, 'faults' | 'platform' | 'connections' | 'accounts' | 'handSessions' | 'bus'> & {
  readonly games: Pick<Games, 'forgetAgent'>;
};

/**
 * Ends what the platform does for an agent that is not served any more: what is under way is
 * interrupted, and nothing is left of it but the exchanges of the journal, where they stay as evidence.
 */
export const endAgent = async (
  { faults, platform, connections, accounts, handSessions, bus, games }: Ending,
  agentId: number,
): Promise<void> => {
  faults.forgetAgent(agentId);
  games.forgetAgent(agentId);
  for (const each of [platform.sessions, platform.demos, platform.packs]) each.forgetAgent(agentId);
  await connections.end(agentId);
  for (const each of [accounts, handSessions]) each.forgetAgent(agentId);
  publishPacks(bus, platform);
  // Open pages read the sessions anew.
  bus.publish({ kind: 'gap' });
};
