import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAgent } from '../../fixtures/agents/example/index.ts';
import { defaultToken } from '../fixtures/wire-of.ts';
import { playerNamed } from './made-up-plan.ts';

/** The example agent with players of a load, in this process. */
export interface LoadedAgent {
  readonly url: string;
  readonly players: readonly ReturnType<typeof playerNamed>[];
  /** Callbacks that came. */
  calls(): number;
  /** What each player has, `250.00`, in their order. */
  balances(): string[];
  /** Resolves once nobody is connected: all that came was taken. */
  left(): Promise<void>;
  close(): Promise<void>;
}

interface LoadedAgentOptions {
  readonly players: number;
  readonly defect?: string;
  /** Hears of each callback before it is answered, counted from 1; who answers it here says so. */
  readonly before?: (call: number, response: ServerResponse) => Promise<'answered' | undefined>;
}

const purse = '250.00';

/** What each account has before a load. */
export const balancesBefore = ({ players }: Pick<LoadedAgent, 'players'>): string[] => players.map(() => purse);

/** Opens it on a free port; its players are `load-1` and so on, and each has 250.00 USD. */
export const openLoadedAgent = async ({ players: count, defect, before }: LoadedAgentOptions): Promise<LoadedAgent> => {
  const players = Array.from({ length: count }, (_, n) => playerNamed(`load-${n + 1}`));
  const agent = createAgent({
    ...{ agentId: 1001, token: defaultToken, database: ':memory:', defect },
    players: players.map(({ id }) => ({ id, purses: { USD: purse } })),
  });
  let calls = 0;
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    calls += 1;
    if ((await before?.(calls, response)) !== 'answered') agent.app(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    players,
    calls: () => calls,
    balances: () => players.map(({ id, currency }) => inUnits(agent.wallet.readBalance({ playerId: id, currency }))),
    left: async () => {
      for (const socket of sockets) await once(socket, 'close');
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      agent.close();
    },
  };
};

const inUnits = (cents: bigint): string => `${cents / 100n}.${`${cents % 100n}`.padStart(2, '0')}`;
