import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { sign } from '../../src/signing/sign.ts';
import { type OpenWired, openWired } from './open-wired.ts';

let folder = '';
let open: OpenWired;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'restart-'));
  await start();
});
afterEach(async () => {
  await open.close();
  rmSync(folder, { recursive: true });
});

/** With the same seed each time. */
const start = async (): Promise<void> => {
  open = await openWired({ journalFile: join(folder, 'journal.db') });
};

const restart = async (): Promise<void> => {
  await open.close();
  await start();
};

const headers = { 'Content-Type': 'application/json' };

/** What the agent asks of the platform. */
const request = async (name: string, fields: object) => {
  const timestamp = Math.floor(Date.now() / 1000);
  const named = Object.entries({ ...fields, agent_id: 1001, timestamp });
  const body = JSON.stringify(Object.fromEntries(named.sort()));
  const signature = { 'X-Signature': sign(body, 'test-token') };
  const url = `${await open.serve()}/api/games/${name}`;
  const init = { method: 'POST', headers: { ...headers, ...signature }, body };
  return (await (await fetch(url, init)).json()) as { content: { url: string } };
};

const launch = {
  ...{ agent_session_id: 'own-1', currency: 'USD', game_id: 101, language: 'en' },
  ...{ home_url: 'https://casino.example/', ip: '203.0.113.7', player_username: 'Ann' },
};

/** The path of a launch link for the player. */
const launchLink = async (player_id: string, name = 'get_game_link'): Promise<string> =>
  new URL((await request(name, { ...launch, player_id })).content.url).pathname;

/** What the page of a game asks. */
const ask = async (link: string, action: string, body: object = {}) => {
  const url = `${await open.serve()}${link}/api/${action}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  return { status: answer.status, ...((await answer.json()) as any) };
};

const order = { playerId: 'p', gameId: 101, currency: 'USD', total: 3, bet: '0.20' };

it('links, sessions and packs go on where they were', async () => {
  const link = await launchLink('p');
  open.admin.packs.grant(order);
  await ask(link, 'start');
  await ask(link, 'bet');
  const [sessions, packs] = [open.admin.sessions.list(), open.admin.packs.list()];
  await restart();
  expect(open.admin.packs.list()).toEqual(packs);
  expect(packs).toMatchObject([{ played: 1, total: 3 }]);
  expect(open.admin.sessions.list()).toMatchObject([
    { sessionId: sessions[0]?.sessionId, link, state: 'active', playerId: 'p' },
  ]);
  expect(await ask(link, 'start')).toMatchObject({ status: 200, pack: { played: 1 } });
  expect(await ask(link, 'bet')).toMatchObject({ pack: { played: 2 } });
  const calls = open.wallet.arrived.map(({ json }) => json);
  expect(new Set(calls.map(({ session_id }) => session_id))).toEqual(new Set([sessions[0]?.sessionId]));
});

it('a demo is still there', async () => {
  const link = await launchLink('p', 'get_game_link_demo');
  await restart();
  expect(await ask(link, 'start')).toMatchObject({ status: 200 });
});

it('nothing gets an id that another has, though the seed is the same', async () => {
  const transactions: string[] = [];
  const links: string[] = [];
  for (const player of ['a', 'b', 'c']) {
    links.push(await launchLink(player));
    open.admin.packs.grant(order);
    for (const link of links) await ask(link, 'bet', { stake: '1' });
    for (const { json } of open.wallet.arrived) {
      if (json.type === 'makeBet') transactions.push(json.transaction_id);
    }
    await restart();
  }
  const sessions = open.admin.sessions.list();
  expect(sessions.map(({ playerId }) => playerId)).toEqual(['c', 'b', 'a']);
  expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(3);
  expect(new Set(links).size).toBe(3);
  expect(new Set(open.admin.packs.list().map(({ freespinsId }) => freespinsId)).size).toBe(3);
  expect([transactions.length, new Set(transactions).size]).toEqual([6, 6]);
});

it('a reset forgets what is kept', async () => {
  const link = await launchLink('p');
  open.admin.packs.grant(order);
  open.recorder.journal.kept.keep('game', 'g', 1);
  await restart();
  await open.admin.reset();
  await restart();
  expect([open.admin.sessions.list(), open.admin.packs.list()]).toEqual([[], []]);
  expect(open.recorder.journal.kept.all('game')).toEqual([]);
  expect(await ask(link, 'start')).toMatchObject({ status: 404 });
});

it('keeps no token that the agent sent by mistake', async () => {
  const link = await launchLink('my test-token');
  await restart();
  expect(open.admin.sessions.list()).toMatchObject([{ link, playerId: 'my **********' }]);
});

it('keeps a player whose id stands in the query of the callback URL', async () => {
  await open.close();
  const callbackUrl = (): string => `http://127.0.0.1:9/cb?player=player-1&key=some-secret-1`;
  const options = { journalFile: join(folder, 'named.db'), callbackUrl };
  open = await openWired(options);
  await launchLink('player-1');
  await launchLink('my some-secret-1');
  await open.close();
  open = await openWired(options);
  expect(
    open.admin.sessions
      .list()
      .map(({ playerId }) => playerId)
      .sort(),
  ).toEqual(['my *************', 'player-1']);
});
