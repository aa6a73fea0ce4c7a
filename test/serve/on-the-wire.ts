import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { openServer } from '../../src/serve/open-server.ts';
import type { GameStart } from '../../src/spec/game-page.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { bodyOf, openAgent } from '../wire/open-agent.ts';
import { serverOptions, type TestOptions } from './server-options.ts';

type Json = Record<string, unknown>;

/** A callback as an agent in another program meets it. */
export interface Met {
  readonly method: string;
  readonly path: string;
  /** Names as they were written. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

/** Who asks the platform. */
export interface Asking {
  readonly agentId: number;
  readonly token: string;
}

/** The agent of the default configuration. */
export const firstAgent: Asking = { agentId: 1001, token: 'test-token' };

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
export const sign = (body: unknown, { token }: Pick<Asking, 'token'> = firstAgent): string =>
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
  return { method, path, headers, body };
};

/** What the agent answers; a balance of 100 for ever, where nothing is said. */
type Answering = (met: Met) => { readonly status: number; readonly body: unknown };

const fair: Answering = () => ({ status: 200, body: { content: { balance: 100 } } });

/** An agent that only writes down what it meets. */
export const openWitness = async () => {
  const met: Met[] = [];
  const answers: Answering[] = [];
  const waiting = new Set<() => void>();
  const agent = await openAgent((request, response) => {
    void metBy(request).then((callback) => {
      met.push(callback);
      for (const look of waiting) look();
      const { status, body } = (answers.shift() ?? fair)(callback);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  return {
    ...agent,
    met,
    /** Answers the next callback. */
    next: (answer: Answering) => answers.push(answer),
    /** That many callbacks have been met. */
    until: (count: number): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (met.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
};

/** The whole platform before such an agent; its clock stands still. */
export const openOnTheWire = async (more: TestOptions = {}) => {
  const agent = await openWitness();
  const clock = createManualClock(seconds * 1000);
  const callbackUrl = () => agent.url;
  const server = await openServer(serverOptions({ games, clock, callbackUrl, ...more }));
  return {
    met: agent.met,
    next: agent.next,
    until: agent.until,
    url: server.url,
    clock,
    /** A request of an agent, signed. */
    ask: async (operation: string, fields: Json = {}, by = firstAgent): Promise<Answered> => {
      const body = { agent_id: by.agentId, timestamp: seconds, ...fields };
      const signature = sign(body, by);
      return await post(`${server.url}/api/games/${operation}`, body, signature);
    },
    /** An action of the page behind a link. */
    act: async (link: string, action: string, body: Json = {}): Promise<GameStart> =>
      (await post(`${server.url}${link}/api/${action}`, body)).json as unknown as GameStart,
    /** Listens as an open page does, until the function given back is called. */
    listen: async (link: string): Promise<() => void> => await listen(`${server.url}${link}`),
    close: async () => {
      await server.close();
      await agent.close();
    },
  };
};

export type OnTheWire = Awaited<ReturnType<typeof openOnTheWire>>;

export interface Answered {
  readonly status: number;
  readonly json: Json;
}

const post = async (url: string, body: Json, signature?: string): Promise<Answered> => {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (signature !== undefined) headers['X-Signature'] = signature;
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, json: (await response.json()) as Json };
};

const listen = async (page: string): Promise<() => void> => {
  const gone = new AbortController();
  const { body } = await fetch(`${page}/api/events`, { signal: gone.signal });
  const reader = body?.getReader();
  await reader?.read();
  return () => gone.abort();
};

/** The path of the link that a get_game_link was answered. */
export const linkOf = ({ json }: Answered): string => {
  const { url } = json['content'] as { readonly url: string };
  return new URL(url).pathname;
};
