import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Stage } from '../../src/serve/open-serve.ts';
import { openStage } from '../../src/serve/open-serve.ts';
import type { StageOptions } from '../../src/serve/serve-options.ts';
import { games } from './open-house.ts';
import type { Wallet } from './open-wallet.ts';
import { openWallet, say } from './open-wallet.ts';
import { stageOptions } from './stage-options.ts';

const token = 'test-token';
const json = { 'Content-Type': 'application/json' };

let wallet: Wallet;
const stages: Stage[] = [];
beforeEach(async () => {
  wallet = await openWallet();
});
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.close();
  await wallet.close();
});

const open = async (more: Partial<StageOptions> = {}): Promise<Stage> => {
  const stage = await openStage(stageOptions({ games, callbackUrl: () => wallet.url, ...more }));
  stages.push(stage);
  return stage;
};

const post = async ({ url }: Stage, path: string, value: unknown): Promise<Response> =>
  await fetch(`${url}${path}`, { method: 'POST', headers: json, body: JSON.stringify(value) });

const trigger = async (stage: Stage, order: object = {}) => {
  const response = await post(stage, '/__admin/trigger', { type: 'getBalance', ...order });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  return { status: response.status, json: (await response.json()) as any };
};

it('keeps no token that the agent sent by mistake', async () => {
  const stage = await open();
  const headers = { ...json, 'X-Signature': token };
  const body = '{"agent_id":1001,"api_token":"test-token"}';
  await fetch(`${stage.url}/api/games/list`, { method: 'POST', headers, body });
  const [kept] = stage.journal.exchanges({ limit: 1 });
  expect(Buffer.from(kept?.request.body ?? []).toString()).toContain('"api_token":"**********"');
  expect(kept?.request.headers['x-signature']).toBe('**********');
});

/** Everything that the dashboard shows of one exchange, and the events until its judgement. */
const shownOf = async (stage: Stage, act: () => Promise<unknown>): Promise<string> => {
  const gone = new AbortController();
  const events = await fetch(`${stage.url}/__admin/events`, { signal: gone.signal });
  const ended = act();
  let told = '';
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (!told.includes('"kind":"exchange"') || !told.includes('"kind":"account"')) {
    const { value, done } = (await reader?.read()) ?? {};
    if (value === undefined || done === true) throw new Error('The stream of events has ended.');
    told += value;
  }
  gone.abort();
  const result = await ended;
  const id = stage.journal.exchanges({ limit: 1 })[0]?.id;
  const pages = ['/exchanges', `/exchanges/${id}`, '/players', '/sessions', '/setup'];
  const texts = pages.map(
    async (page) => await (await fetch(`${stage.url}/__admin${page}`)).text(),
  );
  return [told, JSON.stringify(result), ...(await Promise.all(texts))].join('\n');
};

it('shows no token that the agent answers, and none that it is called with', async () => {
  const stage = await open({ callbackUrl: () => `${wallet.url}?key=${token}` });
  wallet.next(say(200, { content: { balance: 5 }, token }));
  const shown = await shownOf(stage, async () => await trigger(stage, { playerId: `is ${token}` }));
  expect(shown).toContain('is **********');
  expect(shown).toContain('key=**********');
  expect(shown).not.toContain(token);
});

it('plays a game: page, platform, agent and journal', async () => {
  const stage = await open();
  const order = { playerId: 'player-1', gameId: 101 };
  const session = (await (await post(stage, '/__admin/sessions', order)).json()) as SessionJson;
  wallet.next(say(402, { error: `not with ${token}`, message: token }));
  const answer = await (await post(stage, `${session.link}/api/start`, {})).text();
  expect(answer).toContain('not with **********');
  expect(answer).not.toContain(token);
  const [kept] = stage.journal.exchanges({ limit: 1 });
  expect(kept).toMatchObject({ origin: 'game', subject: { sessionId: session.sessionId } });
});

interface SessionJson {
  readonly sessionId: string;
  readonly link: string;
}

it('tells in its answer what cannot be done, and how it can', async () => {
  const stage = await open({ callbackUrl: () => undefined });
  expect(await trigger(stage)).toMatchObject({
    ...{ status: 422, json: { message: expect.stringContaining('No callback URL') } },
  });
});
