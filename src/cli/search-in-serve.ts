import type { PlayerConfiguration } from '../formats/configuration.ts';
import type { RunSession } from '../formats/run-setup.ts';
import { openAgentClient, runContextOf } from '../run/agent-client.ts';
import type { RefusedSignature } from '../serve/agent-connections.ts';
import type { Callback } from '../spec/callback.ts';
import type { RecordExchange } from '../spec/exchange.ts';
import type { Settings } from './resolve-settings.ts';

interface DialectSearchInServe extends RefusedSignature {
  /** The settings of a run, with a nonce of its own. */
  readonly settings: Settings;
  readonly allowPublicTarget: boolean;
  readonly record: RecordExchange;
}

/**
 * Which dialect an agent verifies, asked by getBalance while the platform serves: about the player
 * and in the session of the callback that was refused, which the agent knows, whoever is configured.
 */
export const searchInServe = async ({
  settings,
  agent,
  callbackUrl,
  callback,
  allowPublicTarget,
  record,
}: DialectSearchInServe): Promise<string | undefined> => {
  const { token } = agent;
  if (token === undefined) return undefined;
  const client = await openAgentClient({
    settings: {
      ...settings,
      agent: { ...agent, token },
      gameId: callback.type === 'getBalance' ? callback.gameId : settings.gameId,
      players: [playerOf(callback)],
      sessions: [sessionOf(callback)],
    },
    callbackUrl,
    recorder: { record, close: async () => undefined },
    allowPublicTarget,
    signal: new AbortController().signal,
    // A player waits.
    pace: 'steady',
  });
  try {
    // Loaded here: the runner takes longer than the rest of the start.
    const { searchDialect } = await import('../run/prepare-run.ts');
    return (await searchDialect(runContextOf(client))).dialect;
  } finally {
    await client.close();
  }
};

const playerOf = ({ playerId, playerUsername, currency, language }: Callback): PlayerConfiguration => ({
  id: playerId,
  username: playerUsername,
  currencies: [currency],
  language,
});

const sessionOf = ({ playerId, sessionId }: Callback): RunSession => ({
  player: playerId,
  name: 'main',
  id: sessionId,
});
