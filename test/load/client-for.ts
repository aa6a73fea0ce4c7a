import { loadConfiguration } from '../../src/formats/load-files.ts';
import { type AgentClient, openAgentClient, openRunRecorder } from '../../src/run/agent-client.ts';

interface ClientOptions {
  readonly players?: readonly string[];
  readonly nonce?: string;
  readonly token?: string;
  readonly signal?: AbortSignal;
}

/** A client of an agent with these players of USD. */
export const clientFor = async (
  callbackUrl: string,
  {
    players = ['player-1'],
    nonce = 'n7',
    token = 'test-token',
    signal = new AbortController().signal,
  }: ClientOptions = {},
): Promise<AgentClient> => {
  const { configuration } = await loadConfiguration({ cwd: '/', env: {} });
  const settings = {
    configuration,
    agent: { id: 1001, token, unavailableGames: [], players: [] },
    callbackUrl,
    otherToken: 'other-token',
    players: players.map((id) => ({ id, username: id, currencies: ['USD'], language: 'en' })),
    sessions: [],
    gameId: 101,
    seed: 7,
    nonce,
    timeoutMs: 5000,
  };
  return await openAgentClient({
    settings,
    callbackUrl,
    recorder: await openRunRecorder(settings, ':memory:'),
    allowPublicTarget: false,
    signal,
  });
};
