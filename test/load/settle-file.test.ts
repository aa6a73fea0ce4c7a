import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { OpeningBalances } from '../../src/formats/opening-balances.ts';
import { settleAccounts } from '../../src/load/settle-file.ts';
import { type AgentClient, runContextOf } from '../../src/run/agent-client.ts';
import { type OpenAgent, openAgent } from '../fixtures/open-agent.ts';
import { clientFor } from './client-for.ts';

let agent: OpenAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await openAgent({
    players: [
      { id: 'richer', purses: { USD: '130.25' } },
      { id: 'poorer', purses: { USD: '40.00' } },
      { id: 'same', purses: { USD: '100.00' } },
    ],
  });
  client = await clientFor(agent.url, { players: ['richer', 'poorer', 'same'] });
});

afterEach(async () => {
  await client.close();
  await agent.close();
});

const balances = (...players: string[]): OpeningBalances => ({
  header: {
    kind: 'load-balances',
    agentId: 1001,
    callbackUrl: agent.url,
    nonce: 'n1',
    gameId: 101,
    startedAt: '2026-03-01T12:00:00.000Z',
  },
  accounts: players.map((playerId) => ({
    playerId,
    username: playerId,
    currency: 'USD',
    language: 'en',
    sessionId: `s-${playerId}`,
    balance: '100.00',
  })),
});

it('gives each account what it had: a bet takes what is too much, a win gives what is missing', async () => {
  const settled = await settleAccounts(runContextOf(client), balances('richer', 'poorer', 'same'));

  expect(settled.untouched).toBe(1);
  expect(settled.settled.map(({ account, change }) => [account.playerId, change])).toEqual([
    ['richer', '-30.25'],
    ['poorer', '60'],
  ]);
  expect(settled.unsettled).toEqual([]);
});

it('does nothing the second time', async () => {
  await settleAccounts(runContextOf(client), balances('richer', 'poorer'));
  const again = await clientFor(agent.url, { players: ['richer'], nonce: 'n8' });
  const settled = await settleAccounts(runContextOf(again), balances('richer', 'poorer'));
  await again.close();

  expect(settled).toEqual({ untouched: 2, settled: [], unsettled: [] });
});

it('tells which accounts it could not give back, and why', async () => {
  const settled = await settleAccounts(runContextOf(client), balances('nobody', 'poorer'));

  expect(settled.settled).toHaveLength(1);
  expect(settled.unsettled).toEqual([
    {
      account: expect.objectContaining({ playerId: 'nobody' }),
      reason: 'its balance is not known: the agent does not show it',
    },
  ]);
});
