import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '../../src/base/clock.ts';
import { createDice } from '../../src/base/dice.ts';
import {
  createOwnLaunches,
  type LaunchPlatform,
  type OwnLaunches,
  openLaunchPlatform,
} from '../../src/serve/launch-platform.ts';
import { sign } from '../../src/signing/sign.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { defaultQuirks } from '../../src/spec/quirks.ts';
import { createFaultBoard } from '../../src/wire/faults.ts';
import { exchangeNumber } from '../journal/sample-exchanges.ts';

const token = 'test-token';

const open: LaunchPlatform[] = [];

afterEach(async () => {
  for (const platform of open.splice(0)) await platform.close();
});

const openPlatform = async (
  more: { readonly port?: number; readonly publicUrl?: string } = {},
): Promise<LaunchPlatform> => {
  const platform = await openLaunchPlatform({
    hosts: { admin: { hosts: [] } },
    ...{ host: '127.0.0.1', port: 0, ...more, quirks: defaultQuirks, clock: systemClock },
    agents: [{ id: 1001, token, unavailableGames: [], players: [] }],
    games: async () => [{ id: 101, title: 'a', brand: 'b', image_url: 'c', demo: true }],
    dice: createDice('launch'),
    onError: (error) => {
      throw error;
    },
  });
  open.push(platform);
  return platform;
};

const askForLink = async ({ url }: LaunchPlatform): Promise<number> => {
  const body = JSON.stringify({
    agent_id: 1001,
    agent_session_id: 's',
    currency: 'USD',
    game_id: 101,
    home_url: 'https://casino.example',
    ip: '203.0.113.7',
    language: 'en',
    player_id: 'player-1',
    player_username: 'One',
    timestamp: Math.floor(Date.now() / 1000),
  });
  const headers = { 'Content-Type': 'application/json', 'X-Signature': sign(body, token) };
  const response = await fetch(`${url}/api/games/get_game_link`, { method: 'POST', headers, body });
  await response.text();
  return response.status;
};

it('answers the agent, and tells whoever watches', async () => {
  const platform = await openPlatform();
  const seen: Exchange[] = [];
  const unwatch = platform.watch((exchange) => seen.push(exchange));
  expect(await askForLink(platform)).toBe(200);
  unwatch();
  expect(await askForLink(platform)).toBe(200);
  expect(seen.map(({ kind }) => kind)).toEqual(['get_game_link']);
});

it('is faulty until it is told otherwise', async () => {
  const platform = await openPlatform();
  platform.setFault('agent-not-found');
  expect(await askForLink(platform)).toBe(404);
  platform.setFault(undefined);
  expect(await askForLink(platform)).toBe(200);
});

it('says so when its port is taken', async () => {
  const { url } = await openPlatform();
  const again = openPlatform({ port: Number(new URL(url).port) });
  await expect(again).rejects.toMatchObject({
    code: 'environment',
    message: expect.stringMatching(/is already in use/),
  });
});

it('may be closed twice', async () => {
  const platform = await openPlatform();
  await platform.close();
  await platform.close();
});

const newBoard = () => {
  let count = 0;
  return createFaultBoard({
    newId: () => {
      count += 1;
      return `f-${count}`;
    },
  });
};

let launches: OwnLaunches;

let faults: ReturnType<typeof newBoard>;

let url = '';

beforeEach(() => {
  faults = newBoard();
  launches = createOwnLaunches({ baseUrl: () => url, faults });
});

it('is where the platform listens by now', () => {
  url = 'http://127.0.0.1:4600';
  expect(launches.platform.url).toBe(url);
});

it('shows operations to whoever watches, until it ends', () => {
  const seen: Exchange[] = [];
  const unwatch = launches.platform.watch((exchange) => seen.push(exchange));
  launches.show(exchangeNumber(1));
  unwatch();
  launches.show(exchangeNumber(2));
  expect(seen.map(({ id }) => id)).toEqual(['x-1']);
});

it('names the run that waits for an operation, as long as it does', () => {
  const run = { id: 'r-1', scenario: 'launch' } as const;
  const unwatch = launches.platform.watch(() => undefined, run);
  expect(launches.mark(exchangeNumber(1))).toMatchObject({ origin: 'run', run });
  unwatch();
  expect(launches.mark(exchangeNumber(1))).toEqual(exchangeNumber(1));
});

it('answers get_game_link as the run wants it, everything else as the faults that are on', () => {
  faults.add({ direction: 'operation', fault: 'refused', code: 'agent_not_found' });
  const switchedOn = launches.operationFault('list');
  launches.platform.setFault('validation-error');
  const wanted = launches.operationFault('get_game_link');
  expect(wanted).not.toEqual(switchedOn);
  expect(launches.operationFault('list')).toEqual(switchedOn);
  launches.platform.setFault(undefined);
  expect(launches.operationFault('get_game_link')).toEqual(switchedOn);
});

it('uses no fault up that the run goes before', () => {
  faults.add({ direction: 'operation', fault: 'dropped', times: 1 });
  launches.platform.setFault('agent-not-found');
  launches.operationFault('get_game_link');
  expect(faults.list()).toHaveLength(1);
});

it('answers rightly again when the run is over', async () => {
  launches.platform.setFault('invalid-signature');
  await launches.platform.close();
  expect(launches.operationFault('get_game_link')).toBeUndefined();
});

it('is where others reach it: links begin so', async () => {
  const { url } = await openPlatform({ publicUrl: 'https://play.example.com/wp' });
  expect(url).toBe('https://play.example.com/wp');
});

describe('what is no request', () => {
  const sent = async ({ url }: LaunchPlatform, bytes: string): Promise<string> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(bytes);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  };

  it.each([
    ['post / HTTP/1.1\r\nHost: x\r\n\r\n', 'method_not_allowed'],
    ['\u0016\u0003\u0001\u0000', 'wrong_protocol'],
    ['POST /games/list HTTP/1.1\r\n\r\n', 'bad_request'],
    ['POST /games/list HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 'not_found'],
  ])('is answered in the envelope, the first time and again, and shown to the run: %j', async (bytes, code) => {
    const platform = await openPlatform();
    const seen: Exchange[] = [];
    platform.watch((exchange) => seen.push(exchange));
    for (const _time of ['first', 'second', 'third']) {
      expect(await sent(platform, bytes)).toContain(`"status":"error","error":"${code}"`);
    }
    expect(seen.map(({ kind, refusal }) => `${kind} ${refusal}`)).toEqual(
      Array.from({ length: 3 }, () => `other ${code}`),
    );
  });
});
