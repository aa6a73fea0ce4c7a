import type { AgentConfiguration } from '../formats/configuration.ts';
import type { RecordExchange } from '../spec/exchange.ts';
import { openAgentClient, runContextOf } from './agent-client.ts';
import type { Settings } from './resolve-settings.ts';

interface DialectSearchInServe {
  /** The settings of a run, with a nonce of its own. */
  readonly settings: Settings;
  readonly agent: AgentConfiguration;
  readonly callbackUrl: string;
  readonly allowPublicTarget: boolean;
  readonly record: RecordExchange;
}

/** Which dialect an agent verifies, asked by getBalance while the platform serves. */
export const searchInServe = async ({
  settings,
  agent,
  callbackUrl,
  allowPublicTarget,
  record,
}: DialectSearchInServe): Promise<string | undefined> => {
  const { token } = agent;
  if (token === undefined) return undefined;
  const client = await openAgentClient({
    settings: { ...settings, agent: { ...agent, token }, players: agent.players },
    callbackUrl,
    recorder: { record, close: () => undefined },
    allowPublicTarget,
    signal: new AbortController().signal,
  });
  try {
    // Loaded here: the runner takes longer than the rest of the start.
    const { searchDialect } = await import('../runner/prepare-run.ts');
    return (await searchDialect(runContextOf(client))).dialect;
  } finally {
    client.close();
  }
};
