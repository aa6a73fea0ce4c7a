import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { AgentVerdict, IssuedToken } from '../../src/api/schemas/agents.ts';
import type { SentByHand } from '../../src/api/schemas/hand-callbacks.ts';
import { signBody } from '../../src/signing/sign.ts';
import { openWallet, say, type Wallet } from './open-wallet.ts';
import { type OpenWired, openWired } from './open-wired.ts';

let open: OpenWired;
let url: string;
let wallets: Wallet[];
beforeEach(async () => {
  wallets = [];
  open = await openWired();
  url = await open.serve();
});
afterEach(async () => {
  await open.close();
  await Promise.all(wallets.map(async (wallet) => await wallet.close()));
});

const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const headers = { 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const response = await fetch(`${url}${path}`, { method, ...sent });
  return (await response.json()) as T;
};

const admin = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  await ask<T>(method, `/__admin${path}`, body);

/** An agent of its own behind a wallet of its own, as a test opens one. */
const openAgent = async (order: object = {}) => {
  const wallet = await openWallet();
  wallets.push(wallet);
  const issued = await admin<IssuedToken>('POST', '/agents', { callbackUrl: wallet.url, ...order });
  const { id } = issued.agent;
  const bet = async (more: object = {}): Promise<SentByHand> =>
    await admin('POST', '/trigger', {
      ...{ agentId: id, type: 'makeBet', playerId: 'player-1', currency: 'USD', bet: '10' },
      ...more,
    });
  const verdict = async (): Promise<AgentVerdict> => await admin('GET', `/agents/${id}/verdict`);
  const end = async () => await admin('DELETE', `/agents/${id}`);
  return { wallet, issued, id, bet, verdict, end };
};

/** Debits a repeated makeBet twice. */
const breakWallet = async ({ bet, wallet }: Awaited<ReturnType<typeof openAgent>>) => {
  const [first] = (await bet({ transactionId: 'tx-1' })).callbacks;
  wallet.next(say(200, { content: { balance: 80 } }));
  wallet.next(say(200, { content: { balance: 80 } }));
  const path = `/exchanges/${first?.exchangeId}/resend`;
  return (await admin<SentByHand>('POST', path, { as: 'exact' })).callbacks;
};

const launch = async ({ id, issued }: Awaited<ReturnType<typeof openAgent>>) => {
  const body = JSON.stringify({
    ...{ agent_id: id, timestamp: Math.floor(Date.now() / 1000), game_id: 101 },
    ...{ player_id: 'player-1', player_username: 'One', language: 'en', currency: 'USD' },
    ...{ home_url: 'https://casino.example/', agent_session_id: 'own', ip: '203.0.113.7' },
  });
  const headers = { 'content-type': 'application/json' };
  const signature = signBody(body, undefined, issued.token ?? '');
  const response = await fetch(`${url}/api/games/get_game_link`, {
    ...{ method: 'POST', body, headers: { ...headers, 'x-signature': signature } },
  });
  return (await response.json()) as { readonly content?: { readonly url: string } };
};

it('an agent that a test opens has an id of its own, a token, and the URL of the platform', async () => {
  const [one, two] = [await openAgent(), await openAgent()];
  expect(two.id).not.toBe(one.id);
  expect(one.issued).toMatchObject({
    baseUrl: 'http://127.0.0.1:4600',
    token: expect.stringMatching(/^.{8,}$/),
  });
  const own = await openAgent({ token: 'a-token-of-my-own' });
  expect(JSON.stringify(own.issued)).not.toContain('a-token-of-my-own');
});

it('an agent of a test is called, and told what came of it', async () => {
  const { bet, verdict, id } = await openAgent();
  const { callbacks } = await bet({ transactionId: 'tx-1' });
  expect(callbacks).toMatchObject([
    { kind: 'makeBet', status: 200, balance: '90', expected: '90.00', verdict: 'right' },
  ]);
  expect(await verdict()).toMatchObject({
    ...{ agentId: id, verdict: 'conformant', idle: true, findings: [], more: false },
    // The balance that was asked for first, too.
    judged: { right: 2, wrong: 0, risky: 0, consistent: 0, unjudged: 0 },
    accounts: [{ playerId: 'player-1', opening: '100.00', expected: '90.00' }],
  });
});

it('an agent has no verdict before anything is judged', async () => {
  expect(await (await openAgent()).verdict()).toMatchObject({ verdict: 'inconclusive' });
});

it('an agent is told its mistake in the words of the report, which no other agent is charged with', async () => {
  const [wrong, right] = [await openAgent(), await openAgent()];
  const callbacks = await breakWallet(wrong);
  await right.bet({ transactionId: 'tx-1' });
  expect(callbacks[0]).toMatchObject({ verdict: 'wrong', balance: '80' });
  const { text, ...told } = await wrong.verdict();
  expect(told).toMatchObject({ verdict: 'nonconformant', judged: { wrong: 1 } });
  expect(text).toMatch(/^NOT CONFORMANT .*\n\nWRONG makeBet tx-1: /);
  expect(text).toContain('where to look: ');
  expect(text).not.toContain('scenario: ');
  expect(await right.verdict()).toMatchObject({ verdict: 'conformant', findings: [] });
});

it('an agent is found in the traffic by its id', async () => {
  const [one, two] = [await openAgent(), await openAgent()];
  await Promise.all([one.bet(), two.bet()]);
  const { rows } = await admin<{ readonly rows: readonly { readonly agentId: number }[] }>(
    ...(['GET', `/exchanges?agentId=${one.id}`] as const),
  );
  expect(rows.map(({ agentId }) => agentId)).toEqual([one.id, one.id]);
});

it('an agent of a test has faults, packs and games of its own', async () => {
  const [one, two] = [await openAgent(), await openAgent()];
  const fault = { direction: 'callback', fault: 'duplicated', on: 'makeBet', agentId: one.id };
  await admin('POST', '/faults', fault);
  const pack = { playerId: 'player-1', gameId: 101, currency: 'USD', total: 3, bet: '1' };
  await admin('POST', '/packs', { ...pack, agentId: one.id });
  expect([(await one.bet()).callbacks.length, (await two.bet()).callbacks.length]).toEqual([...[2, 1]]);
  for (const { id } of [one, two]) {
    await admin('POST', '/trigger', { agentId: id, type: 'getBalance', playerId: 'player-1' });
  }
  const last = [one, two].map(({ wallet }) => wallet.arrived.at(-1)?.json.freespins?.total);
  expect(last).toEqual([3, undefined]);
});

it('an agent is not called in the session of another', async () => {
  const [one, two] = [await openAgent(), await openAgent()];
  await launch(one);
  const [session] = open.platform.sessions.list();
  const answer = await two.bet({ sessionId: session?.session.sessionId });
  expect(answer).toMatchObject({ message: `The session is of agent ${one.id}.` });
});

it('an agent that has ended leaves no session, pack, fault, account or token behind', async () => {
  const agent = await openAgent();
  const { id } = agent;
  const link = (await launch(agent)).content?.url ?? '';
  const game = new URL(link).pathname;
  expect(await ask('POST', `${game}/api/start`, {})).toMatchObject({ balance: {} });
  await admin('POST', '/faults', { direction: 'operation', fault: 'dropped', agentId: id });
  const pack = { playerId: 'player-1', gameId: 101, currency: 'USD', total: 3, bet: '1' };
  await admin('POST', '/packs', { ...pack, agentId: id });
  const page = await fetch(`${url}${game}/api/events`);
  await agent.end();
  // Its page is told nothing more.
  expect(await page.text()).toContain('data:');
  expect(await ask('POST', `${game}/api/start`, {})).toMatchObject({
    message: 'This link does not lead to a game.',
  });
  expect(await launch(agent)).toMatchObject({ error: 'agent_not_found' });
  for (const path of ['/sessions', '/packs', '/faults', '/players']) {
    expect([path, await admin('GET', path)]).toEqual([path, []]);
  }
  expect(open.connections.hasAddress(id)).toBe(false);
  expect(await agent.bet()).toMatchObject({ message: `There is no agent ${id}.` });
  expect(await agent.verdict()).toMatchObject({ error: 'not_found' });
});

it('an agent that has ended is sent nothing more, however its last answer was', async () => {
  const agent = await openAgent();
  const { id, wallet } = agent;
  const asked = new Promise<void>((resolve) => {
    wallet.next((response) => {
      say(503, {})(response);
      resolve();
    });
  });
  const sending = open.sendCallback({
    ...{ type: 'makeBet', agentId: id, sessionId: 's', playerId: 'p', playerUsername: 'P' },
    ...{ currency: 'USD', language: 'en', bet: '1', win: '0', transactionId: 't' },
    ...{ gameRoundId: 'r', roundFinished: true, requestId: 'q' },
  });
  await asked;
  // A retry is to come in a second.
  await agent.end();
  expect((await sending).outcome).toMatchObject({ kind: 'unclear' });
  expect(wallet.arrived).toHaveLength(1);
});

it('an agent that has ended tells nothing of itself to the next one of its id', async () => {
  const first = await openAgent({ id: 3001 });
  await breakWallet(first);
  expect(await first.verdict()).toMatchObject({ verdict: 'nonconformant' });
  await first.end();
  const second = await openAgent({ id: 3001 });
  expect(await second.verdict()).toMatchObject({ verdict: 'inconclusive', findings: [] });
  await second.bet({ transactionId: 'tx-1' });
  expect(await second.verdict()).toMatchObject({ verdict: 'conformant' });
});

it('fifty agents that are opened and ended side by side leave nothing behind', async () => {
  const before = await admin('GET', '/agents');
  const verdicts = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const agent = await openAgent();
      await launch(agent);
      await agent.bet({ transactionId: 'the same' });
      const { verdict, judged } = await agent.verdict();
      await agent.end();
      return [verdict, judged.right, agent.wallet.arrived.length];
    }),
  );
  expect(verdicts).toEqual(Array.from({ length: 50 }, () => ['conformant', 2, 2]));
  expect(await admin('GET', '/agents')).toEqual(before);
  expect([...open.platform.sessions.list(), ...open.connections.open()]).toEqual([]);
});
