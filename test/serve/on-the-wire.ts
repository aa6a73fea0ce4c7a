import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { PlatformServer } from '../../src/serve/open-server.ts';
import { openServer } from '../../src/serve/open-server.ts';
import type { GameStart } from '../../src/spec/game-page.ts';
import { createManualClock } from '../../src/world/manual-clock.ts';
import { bodyOf, openAgent } from '../callbacks/open-agent.ts';
import { serverOptions } from './server-options.ts';

type Json = Record<string, unknown>;

/** A callback as an agent in another program meets it. */
export interface Met {
  readonly method: string;
  readonly path: string;
  /** Names as they were written. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
  /** Made by this test from the body alone, as section 5 says. */
  readonly expectedSignature: string;
}

const token = 'test-token';
const seconds = 1_800_000_000;

const games = [
  { id: 101, title: 'Lanterns', brand: 'North', image_url: 'https://g.example/1.png', demo: true },
  { id: 102, title: 'Rush', brand: 'North', image_url: 'https://g.example/2.png', demo: true },
].map((game) => (game.id === 102 ? { ...game, kind: 'crash' as const } : game));

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
};

/** Independent of src/signing; right for bodies whose numbers JavaScript prints as they came. */
const sign = (body: unknown): string =>
  createHmac('sha256', token)
    .update(JSON.stringify(sorted(body)))
    .digest('hex');

const metBy = async (request: IncomingMessage): Promise<Met> => {
  const body = JSON.parse((await bodyOf(request)).toString()) as Json;
  const { rawHeaders } = request;
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers[String(rawHeaders[at])] = String(rawHeaders[at + 1]);
  }
  const { method = '', url: path = '' } = request;
  return { method, path, headers, body, expectedSignature: sign(body) };
};

/** What the agent answers; 100 of everything, for ever, where nothing is said. */
export type Answering = (met: Met) => { readonly status: number; readonly body: unknown };

const fair: Answering = () => ({ status: 200, body: { content: { balance: 100 } } });

/** The whole platform before an agent that only writes down what it meets; its clock stands still. */
export const openOnTheWire = async () => {
  const met: Met[] = [];
  const answers: Answering[] = [];
  const agent = await openAgent((request, response) => {
    void metBy(request).then((callback) => {
      met.push(callback);
      const { status, body } = (answers.shift() ?? fair)(callback);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  const clock = createManualClock(seconds * 1000);
  const server = await openServer(serverOptions({ games, clock, callbackUrl: () => agent.url }));
  return {
    met,
    clock,
    /** Answers the next callback. */
    next: (answer: Answering) => answers.push(answer),
    /** A request of the agent, signed; its content. */
    request: async (operation: string, fields: Json): Promise<Json> =>
      await ask(server, operation, fields),
    act: async (link: string, action: string, body: Json = {}): Promise<GameStart> =>
      await act(server, link, action, body),
    close: async () => {
      await server.close();
      await agent.close();
    },
  };
};

export type OnTheWire = Awaited<ReturnType<typeof openOnTheWire>>;

const ask = async ({ url }: PlatformServer, operation: string, fields: Json): Promise<Json> => {
  const body = { agent_id: 1001, timestamp: seconds, ...fields };
  const headers = { 'Content-Type': 'application/json', 'X-Signature': sign(body) };
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${url}/api/games/${operation}`, sent);
  const answer = (await response.json()) as { readonly content?: Json };
  if (answer.content === undefined) throw new Error(JSON.stringify(answer));
  return answer.content;
};

const act = async ({ url }: PlatformServer, link: string, action: string, body: Json) => {
  const headers = { 'Content-Type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(`${url}${link}/api/${action}`, sent)).json()) as GameStart;
};
