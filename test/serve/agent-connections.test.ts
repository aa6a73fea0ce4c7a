import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { AgentConfiguration } from '../../src/formats/configuration.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import { type AgentConnection, AgentConnections } from '../../src/serve/agent-connections.ts';
import { getBalance, makeBet, messageFor } from '../wire/sample-callbacks.ts';
import { openWallet, say, type Wallet } from './open-wallet.ts';
import { type OpenWired, openWired } from './open-wired.ts';

let open: OpenWired;
let second: Wallet;
beforeEach(async () => {
  second = await openWallet();
  const other = {
    ...{ id: 1003, token: 'token-of-another-agent', callbackUrl: second.url },
    ...{ unavailableGames: [], players: [] },
  };
  open = await openWired({
    configuration: { ...defaultConfiguration, agents: [...defaultConfiguration.agents, other] },
  });
});
afterEach(async () => {
  await open.close();
  await second.close();
});

const lineTo = async (agentId: number): Promise<AgentConnection> => {
  const line = await open.connections.to(agentId);
  if (typeof line === 'string') throw new Error(line);
  return line;
};

const send = async (agentId: number, callback: typeof getBalance | typeof makeBet) => {
  const line = await lineTo(agentId);
  const message = messageFor({ ...callback, agentId }, line.recipient);
  const exchange = await line.courierFor('game').send(message);
  return open.admin.journal.row(exchange.id);
};

it('opens one line for an agent, however many ask at once', async () => {
  expect(open.connections.open()).toEqual([]);
  const [one, two] = await Promise.all([lineTo(1001), lineTo(1001)]);
  expect(two).toBe(one);
  expect(await lineTo(1001)).toBe(one);
  expect(open.connections.open()).toEqual([one]);
});

it('says why there is none', async () => {
  expect(await open.connections.to(4711)).toBe('There is no agent 4711.');
  expect(await open.connections.to(1002)).toMatch(/^No token is configured for agent 1002/);
});

it('judges two agents apart that have a player of one id', async () => {
  second.next(say(200, { content: { balance: 7 } }));
  const first = [await send(1001, getBalance), await send(1001, makeBet)];
  const other = await send(1003, getBalance);
  expect(first.map((row) => row?.judgement?.verdict)).toEqual(['right', 'right']);
  expect(other?.judgement).toMatchObject({ verdict: 'right', actual: '7.00' });
  expect(open.connections.open().map(({ judge }) => judge.statements()[0]?.opening)).toEqual([...['100.00', '7.00']]);
  expect(open.admin.accounts()).toEqual([expect.objectContaining({ opening: '100.00' })]);
});

it('shows the accounts of another agent where they are nobody else’s', async () => {
  await send(1003, getBalance);
  expect(open.admin.accounts()).toEqual([expect.objectContaining({ playerId: 'player-1' })]);
});

it('records what it interrupts when it closes', async () => {
  open.wallet.next('never');
  await send(1003, getBalance);
  const sending = send(1001, getBalance);
  while (open.wallet.arrived.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await open.connections.close();
  const { rows } = await open.admin.journal.rows({ limit: 10 });
  expect(rows.map(({ exchange }) => exchange.answer)).toEqual([
    expect.objectContaining({ kind: 'answered' }),
    expect.objectContaining({ kind: 'failed', failure: 'interrupted' }),
  ]);
  await sending;
});

it('of an agent that is moved for ever the last thousand addresses are known', () => {
  const agents = new Map<number, AgentConfiguration>();
  const connections = new AgentConnections({ agents } as unknown as ConstructorParameters<typeof AgentConnections>[0]);
  const moveTo = (port: number): void => {
    const callbackUrl = `http://127.0.0.1:${port}/`;
    agents.set(1001, { id: 1001, token: 'test-token', unavailableGames: [], players: [], callbackUrl });
  };
  const dialectAt = (port: number): string | undefined => {
    moveTo(port);
    return connections.dialectOf(1001);
  };
  for (let port = 1; port <= 1_001; port += 1) {
    moveTo(port);
    connections.useDialect(1001, 'minimal');
  }
  expect([1, 2, 1_001].map(dialectAt)).toEqual([...[undefined, 'minimal', 'minimal']]);
});
