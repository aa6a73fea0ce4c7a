import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** An agent's end of a test: a real server on a free port of 127.0.0.1. */
export interface OpenAgent {
  readonly url: string;
  readonly port: number;
  /** How many connections were made to it. */
  connections(): number;
  close(): Promise<void>;
}

const listen = async (server: Server): Promise<OpenAgent> => {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    port,
    connections: () => connections,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

/** An agent that speaks HTTP properly. */
export const openAgent = (answer: RequestListener): Promise<OpenAgent> =>
  listen(createServer({ keepAliveTimeout: 5_000 }, answer));

/** An agent that does as it likes with the bytes: `answer` is called for each chunk that arrives. */
export const openRawAgent = (answer: (socket: Socket, chunk: Buffer, count: number) => void): Promise<OpenAgent> => {
  let count = 0;
  return listen(
    createTcpServer((socket) => {
      socket.on('data', (chunk: Buffer) => {
        count += 1;
        answer(socket, chunk, count);
      });
    }),
  );
};

/** The whole body of a request that arrived. */
export const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** A complete HTTP answer with a balance, as text. */
export const balanceAnswer = (headers = ''): string => {
  const body = '{"content":{"balance":100.5}}';
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
};
