import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createAgent } from '../../fixtures/agents/example/index.ts';
import type { Reply } from '../../fixtures/agents/example/types.ts';
import { hostileToken, type OpenHostileAgent } from './hostile-agent.ts';

/** A callback that arrived whole, and what a right wallet says to it. */
export interface Call {
  /** What is written to it goes over the line as it is. */
  readonly socket: Socket;
  readonly text: string;
  /** 1 for the first callback to this agent. */
  readonly number: number;
  readonly right: Reply;
}

/** Answers a callback, or does what it likes with the connection. */
export type Speak = (call: Call) => void;

/**
 * An agent with a right wallet that speaks as it likes.
 * @param createSpeak called once for each agent that is opened: it may keep what it remembers.
 */
export const openSpeaking = async (createSpeak: () => Speak): Promise<OpenHostileAgent> => {
  const speak = createSpeak();
  const wallet = openWallet();
  let number = 0;
  const server = createServer(async (request) => {
    const { method = '', socket } = request;
    const chunks: Uint8Array[] = [];
    for await (const chunk of request as AsyncIterable<Uint8Array>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const signature = request.headers['x-signature'];
    const right = await wallet.answer({ method, text, signature: signature?.toString() });
    number += 1;
    speak({ socket, text, number, right });
  });
  const agent = await listen(server, 'http');
  return {
    url: agent.url,
    close: async () => {
      await agent.close();
      wallet.close();
    },
  };
};

/** An agent that does as it likes with every connection, whatever is sent over it. */
export const openConnecting = async (
  take: (socket: Socket) => void,
  protocol: 'http' | 'https' = 'http',
): Promise<OpenHostileAgent> => await listen(createTcpServer({ allowHalfOpen: true }, take), protocol);

const openWallet = () =>
  createAgent({
    agentId: 1001,
    token: hostileToken,
    players: [
      { id: 'player-1', purses: { USD: '1000.00', EUR: '1000.00' } },
      { id: 'player-2', purses: { USD: '1000.00' } },
    ],
    database: ':memory:',
  });

const listen = async (server: Server, protocol: string): Promise<OpenHostileAgent> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Whoever is spoken to so may hang up at any time.
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${protocol}://127.0.0.1:${port}/callback`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
