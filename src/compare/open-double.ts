import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { systemClock } from '../base/clock.ts';
import { createDice } from '../base/dice.ts';
import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import { createHttpServer, createPlatform } from '../platform/create-platform.ts';
import type { PlatformState } from '../platform/platform-state.ts';
import { listen } from '../serve/listen.ts';
import type { Quirks } from '../spec/quirks.ts';
import type { RecordedAnswer, RecordedHeader } from './recorded.ts';

export interface DoubleOptions {
  readonly games: readonly Game[];
  readonly quirks: Quirks;
  /** Told what went wrong behind an answer. */
  readonly onError: (error: unknown) => void;
}

/** Our own platform, to send recorded requests to. */
export interface Double {
  readonly quirks: Quirks;
  /** What it knows; agents are put into it by who uses it. */
  readonly agents: Map<number, AgentConfiguration>;
  readonly state: Pick<PlatformState, 'catalogue' | 'packs'>;
  send(sending: Sending): Promise<RecordedAnswer & { readonly body: Uint8Array }>;
  close(): Promise<void>;
}

/** A request to it. */
export interface Sending {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: readonly RecordedHeader[];
  readonly body: Uint8Array;
}

/** Opens a platform in memory, on a free port of this machine. */
export const openDouble = async ({ games, quirks, onError }: DoubleOptions): Promise<Double> => {
  const agents = new Map<number, AgentConfiguration>();
  let url = '';
  const platform = createPlatform({
    ...{ agents, games, quirks, onError },
    clock: systemClock,
    // The ids of its answers have a form, and nobody looks at more of them.
    dice: createDice('compare'),
    baseUrl: () => url,
    record: () => undefined,
  });
  const server = createHttpServer(platform, { bodyLimit: quirks.bodyLimit });
  url = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    quirks,
    agents,
    state: platform,
    send: async (sending) => await sendTo(url, sending),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

const sendTo = async (url: string, { method, path, headers, body }: Sending) => {
  const request = httpRequest(`${url}${path}`, { method, agent: false });
  for (const { name, value } of headers) request.setHeader(name, value);
  const answered = once(request, 'response');
  request.end(body);
  const [response] = await answered;
  return {
    status: Number(response.statusCode),
    headers: pairsOf(response.rawHeaders),
    body: await buffer(response),
  };
};

const pairsOf = (raw: readonly string[]): RecordedHeader[] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: raw[index + 1] ?? '' }] : []));
