import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnswerCall, createAgent } from '../../fixtures/agents/example/index.ts';
import type { Settings } from '../../src/cli/resolve-settings.ts';
import type { Deviation } from './open-player.ts';

/** The example agent, listening in this process. */
export interface ExampleInProcess {
  readonly callbackUrl: string;
  /** What it answers, without a socket. */
  readonly answer: AnswerCall;
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
      answer: agent.answer,
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

/** Their answers are late, or wait for each other: how long that takes is seen over HTTP alone. */
const lateByDesign: ReadonlySet<string> = new Set(['slow-archive', 'lock-polled']);

/** Whether the deviation is in how requests are read and answers written, or when: nobody sees that without a socket. */
export const needsHttp = (deviation: Deviation): boolean => {
  const agent = createAgent({ agentId: 1001, token: 'token', players: [], database: ':memory:', ...deviation });
  agent.close();
  return agent.altersHttp || lateByDesign.has(deviation.defect ?? deviation.variant ?? '');
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
