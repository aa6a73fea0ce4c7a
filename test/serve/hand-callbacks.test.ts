import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SentByHand } from '../../src/api/schemas/hand-callbacks.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import { signBody } from '../../src/signing/sign.ts';
import { type SignatureVariant, signatureVariants } from '../../src/spec/fault.ts';
import { say } from './open-wallet.ts';
import { type OpenWired, openWired, rowOf } from './open-wired.ts';

let open: OpenWired;
beforeEach(async () => {
  open = await openWired();
});
afterEach(async () => await open.close());

const [agent] = defaultConfiguration.agents;
const other = {
  ...{ id: 1003, token: 'token-of-another-agent', unavailableGames: [] },
  players: agent?.players ?? [],
};

const rows = async (sent: SentByHand | undefined) =>
  await Promise.all((sent?.exchangeIds ?? []).map(async (id) => await rowOf(open, id)));

const bet = async (more = {}) => await open.admin.callbacks.trigger({ type: 'makeBet', bet: '10', ...more });

it('is of the first player where nothing is said', async () => {
  const [row] = await rows(await open.admin.callbacks.trigger({ type: 'getBalance' }));
  expect(row?.exchange).toMatchObject({ kind: 'getBalance', origin: 'hand' });
  const [{ json, text, signature } = { text: '' }] = open.wallet.arrived;
  expect(json).toMatchObject({ agent_id: 1001, player_id: 'player-1', game_id: 101 });
  expect(json).toMatchObject({ currency: 'USD', language: 'en', player_username: 'Player One' });
  expect(signature).toBe(signBody(text, undefined, 'test-token'));
});

it('is of its session where there is one', async () => {
  const launch = { playerId: 'player-2', gameId: 103, currency: 'EUR' };
  const { sessionId } = open.admin.sessions.launch(launch);
  await open.admin.callbacks.trigger({ type: 'getBalance', sessionId });
  await bet({ sessionId });
  await open.admin.callbacks.trigger({ type: 'rollback', sessionId });
  const of = { session_id: sessionId, player_id: 'player-2', currency: 'EUR' };
  expect(open.wallet.arrived.map(({ json }) => json)).toEqual([
    expect.objectContaining({ ...of, type: 'getBalance', game_id: 103 }),
    expect.objectContaining({ ...of, type: 'makeBet', bet: 10, win: 0, round_finished: true }),
    expect.objectContaining({ ...of, type: 'rollback' }),
  ]);
});

it('says what the order says, and takes the rest from the session', async () => {
  const { sessionId } = open.admin.sessions.launch({ playerId: 'player-1', gameId: 103 });
  const order = { sessionId, playerId: 'player-2', currency: 'KWD' };
  await open.admin.callbacks.trigger({ type: 'getBalance', ...order });
  expect(open.wallet.arrived[0]?.json).toMatchObject({
    ...{ session_id: sessionId, game_id: 103, currency: 'KWD' },
    ...{ player_id: 'player-2', player_username: 'Player Two' },
  });
});

it.each(['getBalance', 'makeBet', 'rollback'] as const)('is sent for a player whom nobody knows: %s', async (type) => {
  await open.admin.callbacks.trigger({ type, playerId: 'stranger' });
  expect(open.wallet.arrived.at(-1)?.json).toMatchObject({
    ...{ type, player_id: 'stranger', player_username: 'stranger', currency: 'USD' },
  });
});

it('takes exact amounts and ids', async () => {
  const ids = { transactionId: 'tx-1', gameRoundId: 'r-1', roundFinished: false };
  await bet({ ...ids, bet: '0.10', win: '12345678901234567.25' });
  expect(open.wallet.arrived.at(-1)?.text).toContain('"bet":0.1,"win":12345678901234567.25,');
  expect(open.wallet.arrived.at(-1)?.json).toMatchObject({
    ...{ transaction_id: 'tx-1', game_round_id: 'r-1', round_finished: false },
  });
});

it('carries the progress of free spins', async () => {
  const freespins = { played: 1, total: 3, isFinish: false, accumulatedWin: '1.50' };
  await open.admin.callbacks.trigger({ type: 'getBalance', freespins });
  expect(open.wallet.arrived[0]?.json.freespins).toEqual({
    ...{ played: 1, total: 3, is_finish: false, accumulated_win: 1.5 },
  });
});

it('is judged by its answer', async () => {
  await open.admin.callbacks.trigger({ type: 'getBalance' });
  const [row] = await rows(await bet());
  expect(row?.judgement).toMatchObject({ verdict: 'right', before: '100.00', actual: '90.00' });
  expect(open.admin.accounts()).toEqual([
    expect.objectContaining({ playerId: 'player-1', opening: '100.00', expected: '90.00' }),
  ]);
});

it('is followed by a quiet getBalance where its answer alone does not tell what it did', async () => {
  await open.admin.callbacks.trigger({ type: 'getBalance' });
  open.wallet.next(say(200, { content: { balance: 100 } }));
  const [row] = await rows(await bet());
  expect(open.wallet.arrived.map(({ json }) => json.type)).toEqual([...['getBalance', 'makeBet', 'getBalance']]);
  expect(row?.judgement?.findings).toMatchObject([{ code: 'answer-lags', requirement: 'BET-12' }]);
  await bet();
  expect(open.wallet.arrived).toHaveLength(4);
});

it('goes to the agent of its session', async () => {
  await open.close();
  const { wallet } = open;
  const callbackUrl = () => 'http://127.0.0.1:1/callback';
  const agents = [...defaultConfiguration.agents, { ...other, callbackUrl: wallet.url }];
  open = await openWired({ callbackUrl, configuration: { ...defaultConfiguration, agents } });
  const { sessionId } = open.platform.sessions.create({ ...launchOf(other.id) });
  const [row] = await rows(await open.admin.callbacks.trigger({ type: 'getBalance', sessionId }));
  expect(row?.exchange).toMatchObject({
    subject: { agentId: 1003 },
    request: { url: wallet.url },
  });
});

const launchOf = (agentId: number) => ({
  ...{ agentId, agentSessionId: 's', gameId: 101, playerId: 'player-1', playerUsername: 'One' },
  ...{ language: 'en', currency: 'USD', homeUrl: 'https://casino.example/', ip: '203.0.113.7' },
});

describe('a signature by hand', () => {
  const variants = Object.keys(signatureVariants) as SignatureVariant[];
  it.each(variants)('is written in the variant %s, and judged as such', async (signature) => {
    await open.admin.callbacks.trigger({ type: 'getBalance' });
    const [row] = await rows(await open.admin.callbacks.trigger({ type: 'getBalance', signature }));
    const { signature: came, text } = open.wallet.arrived[1] ?? { text: '' };
    const right = signBody(text, undefined, 'test-token');
    const isRight = came?.trim().toLowerCase() === right;
    expect(isRight).toBe(['valid', 'upper-case', 'spaced'].includes(signature));
    // The wallet looks at no signature, which the specification asks for.
    expect(row?.judgement?.verdict).toBe(isRight ? 'right' : 'wrong');
  });

  it("is another agent's where that is asked for", async () => {
    await open.admin.callbacks.trigger({ type: 'getBalance', signature: 'other-agent' });
    const { signature, text } = open.wallet.arrived[0] ?? { text: '' };
    expect(signature).toBe(signBody(text, undefined, 'other-token'));
  });
});

describe('without a way to the agent', () => {
  const openWithout = async (more: Parameters<typeof openWired>[0]) => {
    await open.close();
    open = await openWired(more);
    return open.admin.callbacks.trigger({ type: 'getBalance' });
  };

  it('says that a callback URL is missing, and what to do', async () => {
    await expect(openWithout({ callbackUrl: () => undefined })).rejects.toMatchObject({
      ...{
        code: 'usage',
        message: expect.stringMatching(/^No callback URL is configured for agent 1001/),
      },
      remedy: expect.stringMatching(/./),
    });
  });

  it('says that a token is missing', async () => {
    const bare = { id: 1001, unavailableGames: [], players: [] };
    const configuration = { ...defaultConfiguration, agents: [bare] };
    await expect(openWithout({ agent: bare, configuration })).rejects.toMatchObject({
      ...{
        code: 'usage',
        message: expect.stringMatching(/^No token is configured for agent 1001/),
      },
    });
  });
});

it('sends as many at once as are asked for, each with ids of its own, and asks what became of them', async () => {
  const { callbacks } = await bet({ bet: '1', count: 10 });
  const bets = callbacks.filter(({ kind }) => kind === 'makeBet');
  expect(new Set(bets.map(({ transactionId }) => transactionId)).size).toBe(10);
  const { kind, verdict } = callbacks.at(-1) ?? {};
  expect({ kind, verdict }).toEqual({ kind: 'getBalance', verdict: 'right' });
});
