import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnswerCall, createAgent } from '../../fixtures/agents/example/index.js';
import type { Settings } from '../../src/cli/resolve-settings.ts';
import type { Deviation } from './open-player.ts';

/** The example agent, listening in this process. */
export interface ExampleInProcess {
  readonly callbackUrl: string;
  /** What it answers, without a socket. */
  readonly answer: AnswerCall;
  /** Whether its deviation is in how requests are read and answers written, or when: `answer` does not show that. */
  readonly needsHttp: boolean;
  /** Whatever it kept in memory is gone; its database and its port stay. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Opens it for these settings: their players have 1000.00 in each currency, as in `demo`. */
export const openExampleInProcess = async (
  { agent: { id: agentId, token }, otherToken, players }: Settings,
  { platformUrl, ...deviation }: Deviation & { readonly platformUrl: string },
): Promise<ExampleInProcess> => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-agent-'));
  const open = async (port: number) => {
    const agent = createAgent({
      agentId,
      token,
      otherToken,
      platformUrl,
      players: players.map(({ id, currencies }) => ({ id, purses: pursesOf(currencies) })),
      database: join(folder, 'wallet.db'),
      ...deviation,
    });
    const server = await listen(agent.app, port);
    return {
      port: server.port,
      ...{ answer: agent.answer, needsHttp: agent.altersHttp || deviation.defect === 'slow-archive' },
      close: async () => {
        await server.close();
        agent.close();
      },
    };
  };
  let running = await open(0);
  const { port } = running;
  return {
    callbackUrl: `http://127.0.0.1:${port}/callback`,
    needsHttp: running.needsHttp,
    answer: async (call) => await running.answer(call),
    restart: async () => {
      await running.close();
      running = await open(port);
    },
    close: async () => {
      await running.close();
      await rm(folder, { recursive: true });
    },
  };
};

const pursesOf = (currencies: readonly string[]) =>
  Object.fromEntries(currencies.map((currency) => [currency, '1000.00']));

const listen = async (app: RequestListener, wanted: number) => {
  const server = createServer({ keepAliveTimeout: 65_000 }, app);
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
