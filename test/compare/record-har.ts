import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Entry, Har, Header } from 'har-format';
import { systemClock } from '../../src/base/clock.ts';
import { createDice } from '../../src/base/dice.ts';
import { createIds } from '../../src/platform/create-ids.ts';
import type { PlatformOptions } from '../../src/platform/platform-state.ts';
import { signBody } from '../../src/signing/sign.ts';
import type { Callback } from '../../src/spec/callback.ts';
import type { Quirks } from '../../src/spec/quirks.ts';
import { composeMessage } from '../../src/wire/compose-message.ts';
import { createCourier } from '../../src/wire/create-courier.ts';
import { launch, openPlatform, token } from '../platform/open-platform.ts';

/** Traffic of an agent with a platform, recorded as HAR at the agent's side; both really speak HTTP. */
export interface Recording {
  readonly har: Har;
  /** A signed request of the agent. */
  ask(operation: string, fields?: Record<string, unknown>, signing?: Signing): Promise<void>;
  /** A callback of the platform; `answer`: the status that the agent answers with. */
  callBack(callback: Callback, options?: { dialect?: string; answer?: number }): Promise<void>;
  close(): Promise<void>;
}

interface Signing {
  readonly dialect?: string;
  readonly signature?: string | undefined;
}

const headersOf = ({ rawHeaders }: IncomingMessage): Header[] =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: rawHeaders[index + 1] ?? '' }] : []));

const entryOf = (
  request: Pick<Entry['request'], 'url' | 'headers'> & { readonly body: string },
  response: Pick<Entry['response'], 'status' | 'headers'> & { readonly body: string },
): Entry => ({
  startedDateTime: new Date().toISOString(),
  time: 5,
  request: {
    ...{ method: 'POST', url: request.url, httpVersion: 'HTTP/1.1', cookies: [] },
    ...{ headers: request.headers, queryString: [], headersSize: -1, bodySize: -1 },
    postData: { mimeType: 'application/json', text: request.body },
  },
  response: {
    ...{ status: response.status, statusText: '', httpVersion: 'HTTP/1.1', cookies: [] },
    ...{ headers: response.headers, redirectURL: '', headersSize: -1, bodySize: -1 },
    content: { size: response.body.length, mimeType: 'application/json', text: response.body },
  },
  cache: {},
  timings: { send: 1, wait: 3, receive: 1 },
});

const openAgent = async (entries: Entry[]) => {
  let status = 200;
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const answer = '{"content":{"balance":10}}';
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(answer);
    const answered = { status, headers: [], body: answer };
    entries.push(entryOf({ url: 'https://agent.example/callback', headers: headersOf(request), body }, answered));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    answerWith: (next: number) => {
      status = next;
    },
    close: () => server.close().closeAllConnections(),
  };
};

/** Opens a platform and an agent to record. */
export const openRecordedPlatform = async (
  quirks: Partial<Quirks> = {},
  overrides: Partial<PlatformOptions> = {},
): Promise<Recording> => {
  const entries: Entry[] = [];
  const platform = await openPlatform(quirks, { clock: systemClock, ...overrides });
  const agent = await openAgent(entries);
  const dice = createDice('recorded');
  const courier = createCourier({
    ...{ record: () => undefined, clock: systemClock, newId: createIds(dice) },
    allowPublicTarget: false,
  });
  return {
    har: { log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } },
    ask: async (operation, fields = {}, signing = {}) => {
      const timestamp = Math.floor(Date.now() / 1000);
      const body = JSON.stringify({ agent_id: 1001, timestamp, ...fields });
      const signature = signing.signature ?? signBody(body, signing.dialect, token);
      const url = `http://127.0.0.1:${platform.port}/api/games/${operation}`;
      const headers = { 'Content-Type': 'application/json', 'X-Signature': signature };
      const request = httpRequest(url, { method: 'POST', headers });
      request.end(body);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const answer = (await buffer(response)).toString();
      const sent = Object.entries(headers).map(([name, value]) => ({ name, value }));
      entries.push(
        entryOf(
          { url: url.replace(/^.*(?=\/api)/, 'https://platform.example/v1'), headers: sent, body },
          { status: response.statusCode ?? 0, headers: headersOf(response), body: answer },
        ),
      );
    },
    callBack: async (callback, { dialect, answer = 200 } = {}) => {
      agent.answerWith(answer);
      const recipient = { agentId: 1001, url: agent.url, token, dialect, timeoutMs: 5000 };
      await courier.send(composeMessage(callback, { recipient, otherToken: token, dice }));
    },
    close: async () => {
      courier.close();
      agent.close();
      await platform.close();
    },
  };
};

const ids = createIds(createDice('recorded callbacks'));

const player = {
  ...{ agentId: 1001, sessionId: ids(), playerId: 'player-1', playerUsername: 'Player / One' },
  ...{ currency: 'USD', language: 'en' },
};

export const getBalance = (more: Partial<Extract<Callback, { type: 'getBalance' }>> = {}): Callback => ({
  ...{ ...player, type: 'getBalance', requestId: ids(), gameId: 101 },
  ...more,
});

export const makeBet = (more: Partial<Extract<Callback, { type: 'makeBet' }>> = {}): Callback => ({
  ...{ ...player, type: 'makeBet', requestId: ids(), bet: '10.5', win: '0' },
  ...{ transactionId: ids(), gameRoundId: ids(), roundFinished: true },
  ...more,
});

export const rollback = (transactionId = ids()): Callback => ({
  ...{ ...player, type: 'rollback', requestId: ids(), transactionId },
});

export const freespins = { played: 3, total: 10, isFinish: false, accumulatedWin: '1.25' };

const grant = { player_id: 'player-1', game_id: 101, currency: 'USD', count: 10, bet: 0.5 };

/** A whole story: every operation, rightly and with most refusals, and every callback. */
export const recordStory = async (recording: Recording): Promise<void> => {
  const { ask, callBack } = recording;
  await ask('list');
  await ask('get_game_link', launch);
  await ask('get_game_link_demo', launch);
  await ask('freespins_grant', {
    ...grant,
    freespins_id: 'welcome-1',
    expires_at: '2100-01-31T12:00:00Z',
  });
  await ask('freespins_grant', grant);
  await ask('freespins_delete', { freespins_id: 'welcome-1' });
  await ask('freespins_delete', { freespins_id: 'nowhere' });
  await ask('get_game_link', { ...launch, game_id: 4711 });
  await ask('get_game_link', { ...launch, game_id: 104 });
  await ask('get_game_link_demo', { ...launch, game_id: 102 });
  await ask('get_game_link', { ...launch, game_id: '101', currency: undefined });
  await ask('list', { agent_id: 4711 });
  await ask('list', { agent_id: 1002 });
  await ask('list', {}, { signature: 'f'.repeat(64) });
  await ask('list', { timestamp: Math.floor(Date.now() / 1000) - 4000 });
  await ask('balance');
  await callBack(getBalance());
  await callBack(getBalance({ freespins }));
  await callBack(makeBet());
  await callBack(rollback());
};
