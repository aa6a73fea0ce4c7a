import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createDice } from '../../src/base/dice.ts';
import { createHttpServer, createPlatform } from '../../src/platform/create-platform.ts';
import type { PlatformOptions } from '../../src/platform/platform-state.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { defaultQuirks, type Quirks } from '../../src/spec/quirks.ts';

export const token = 'test-token-0f2f';
export const now = 1_800_000_000;

const games = [
  { id: 101, title: 'Lanterns', brand: 'North', image_url: 'https://g.example/1.png', demo: true },
  { id: 102, title: 'Blackjack', brand: 'Felt', image_url: 'https://g.example/2.png', demo: false },
  { id: 104, title: 'Café', brand: 'Petit', image_url: 'https://g.example/4.png', demo: true },
];

export const launch = {
  game_id: 101,
  player_id: 'player-1',
  player_username: 'Player One',
  language: 'en',
  currency: 'USD',
  home_url: 'https://casino.example/lobby',
  agent_session_id: 'agent-session-1',
  ip: '203.0.113.7',
};

export type Body = Record<string, unknown>;

const trimmed = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

/** The mistake that section 5 warns of. */
export const signUntrimmed = (body: Body, key = token): string => {
  const sorted = Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHmac('sha256', key).update(JSON.stringify(sorted)).digest('hex');
};

/** Signs as the specification says, flat bodies only; independent of src/signing. */
export const sign = (body: Body, key = token): string => signUntrimmed(trimmed(body), key);

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: {
    readonly status?: string;
    readonly error?: string;
    readonly message: string;
    readonly timestamp?: string;
    readonly request_id?: string;
    readonly errors?: readonly { field: string; reason: string }[];
    readonly content: Record<string, unknown>;
  };
}

export interface Sending {
  readonly method?: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array;
}

const send = async (port: number, sending: Sending): Promise<Answered> => {
  const { method = 'POST', path, headers, body } = sending;
  const request = httpRequest({ port, method, path, headers, host: '127.0.0.1', agent: false });
  request.end(body);
  const [response] = await once(request, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const json = text.startsWith('{') ? JSON.parse(text) : {};
  return { status: response.statusCode, headers: response.headers, text, json };
};

/** Writes bytes to a connection as they are; resolves to all that came until it closed or `isEnough`. */
const exchangeBytes = (
  port: number,
  bytes: string | Uint8Array,
  isEnough: (text: string) => boolean,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (isEnough(text)) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });

const agents = [
  { id: 1001, token, unavailableGames: [104], players: [] },
  { id: 1002, unavailableGames: [], players: [] },
  { id: 1003, token: 'other-token-77', unavailableGames: [], players: [] },
];

/** Everything a platform needs; what it records, and a clock that stands at `now`. */
const createWorld = () => {
  const exchanges: Exchange[] = [];
  const errors: unknown[] = [];
  const time = { seconds: now };
  const options = {
    agents,
    games,
    clock: { now: () => time.seconds * 1000, sleep: async () => undefined },
    dice: createDice('platform test'),
    record: (exchange: Exchange) => exchanges.push(exchange),
    onError: (error: unknown) => errors.push(error),
  };
  return { exchanges, errors, time, options };
};

/** A platform on a free port, its clock held at `now`, and ways to call it. */
export const openPlatform = async (quirks: Partial<Quirks> = {}, overrides: Partial<PlatformOptions> = {}) => {
  const { options, ...world } = createWorld();
  let port = 0;
  const baseUrl = () => `http://127.0.0.1:${port}`;
  const allQuirks = { ...defaultQuirks, ...quirks };
  const platform = createPlatform({ ...options, quirks: allQuirks, baseUrl, ...overrides });
  const server = createHttpServer(platform, allQuirks);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);

  const post = (path: string, body: string | Uint8Array, headers: Record<string, string>) =>
    send(port, { path, body, headers });
  return {
    ...world,
    platform,
    server,
    port,
    post,
    /** A signed call; `fields` may override agent_id and timestamp, undefined leaves one out. */
    call: (operation: string, fields: Body = {}, key = token): Promise<Answered> => {
      const text = JSON.stringify({ agent_id: 1001, timestamp: world.time.seconds, ...fields });
      const signature = sign(JSON.parse(text) as Body, key);
      const headers = { 'content-type': 'application/json', 'x-signature': signature };
      return post(`/api/games/${operation}`, text, headers);
    },
    send: (sending: Sending) => send(port, sending),
    exchangeBytes: (bytes: string | Uint8Array, isEnough: (text: string) => boolean = () => false) =>
      exchangeBytes(port, bytes, isEnough),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

export type OpenPlatform = Awaited<ReturnType<typeof openPlatform>>;
