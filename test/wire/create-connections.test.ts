import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import type { Exchange } from '../../src/spec/exchange.ts';
import { balanceAnswer, type OpenAgent, openAgent, openRawAgent } from './open-agent.ts';
import { messageTo, type OpenCourier, openCourier } from './open-courier.ts';

let agent: OpenAgent | undefined;
let courier: OpenCourier = openCourier();

afterEach(async () => {
  courier.close();
  courier = openCourier();
  await agent?.close();
  agent = undefined;
});

/** Longer than the courier watches the connection of its first callback. */
const probedMs = 80;

const outcomesOf = (exchanges: readonly Exchange[]): string[] =>
  exchanges.map(({ answer }) => (answer.kind === 'failed' ? answer.message : `HTTP ${answer.status}`));

const sendInTurn = async (url: string, count: number): Promise<Exchange[]> => {
  const exchanges: Exchange[] = [];
  for (let sent = 0; sent < count; sent += 1) exchanges.push(await courier.send(messageTo(url)));
  return exchanges;
};

const fine = (count: number): string[] => Array<string>(count).fill('HTTP 200');

it('keeps the connections to an agent that keeps them', async () => {
  agent = await openAgent((_request, response) => response.end('{}'));
  await sendInTurn(agent.url, 1);
  await delay(probedMs);
  expect(outcomesOf(await sendInTurn(agent.url, 20))).toEqual(fine(20));
  expect(agent.connections()).toBe(1);
});

it('keeps many connections, so that callbacks released together find them open', async () => {
  agent = await openAgent((_request, response) => setTimeout(() => response.end('{}'), 20));
  const { url } = agent;
  await courier.send(messageTo(url));
  await delay(probedMs);
  const together = () => Promise.all(Array.from({ length: 10 }, () => courier.send(messageTo(url))));
  await together();
  const opened = agent.connections();
  expect(opened).toBe(10);
  expect(outcomesOf(await together())).toEqual(fine(10));
  expect(agent.connections()).toBe(opened);
});

it('lets a kept connection go before an agent would close it', async () => {
  agent = await openAgent((_request, response) => response.end('{}'));
  await sendInTurn(agent.url, 1);
  await delay(probedMs);
  await sendInTurn(agent.url, 1);
  await delay(1_100);
  expect(outcomesOf(await sendInTurn(agent.url, 1))).toEqual(fine(1));
  expect(agent.connections()).toBe(2);
});

it.each([
  ['announces it', 'Connection: close\r\n', 0],
  ['does not announce it', '', 0],
  ['announces the contrary', 'Connection: keep-alive\r\nKeep-Alive: timeout=60\r\n', 0],
  ['takes its time', '', 3],
])('never fails with an agent that closes after every answer and %s', async (_, header, waitMs) => {
  agent = await openRawAgent((socket) => {
    socket.write(balanceAnswer(header));
    if (waitMs === 0) socket.end();
    else setTimeout(() => socket.end(), waitMs);
  });
  expect(outcomesOf(await sendInTurn(agent.url, 60))).toEqual(fine(60));
  await delay(probedMs);
  const { url } = agent;
  const together = Array.from({ length: 10 }, () => courier.send(messageTo(url)));
  expect(outcomesOf(await Promise.all(together))).toEqual(fine(10));
  expect(outcomesOf(await sendInTurn(agent.url, 60))).toEqual(fine(60));
});

it('never fails with an agent that resets after every answer', async () => {
  agent = await openRawAgent((socket) => {
    socket.write(balanceAnswer(), () => setImmediate(() => socket.resetAndDestroy()));
  });
  const outcomes = outcomesOf(await sendInTurn(agent.url, 20));
  await delay(probedMs);
  expect([...outcomes, ...outcomesOf(await sendInTurn(agent.url, 20))]).toEqual(fine(40));
});

it('goes on when an agent was restarted in between', async () => {
  agent = await openAgent((_request, response) => response.end('{}'));
  const { url, port } = agent;
  await sendInTurn(url, 1);
  await delay(probedMs);
  await sendInTurn(url, 3);
  await agent.close();
  const [refused] = outcomesOf(await sendInTurn(url, 1));
  expect(refused).toBe(`Nothing listens on 127.0.0.1:${port}.`);
});

it('never sends again by itself, and says so when a kept connection closes under a callback', async () => {
  agent = await openRawAgent((socket, _chunk, count) => {
    if (count === 3) socket.destroy();
    else socket.write(balanceAnswer());
  });
  await sendInTurn(agent.url, 1);
  await delay(probedMs);
  const [fineOne, lost] = outcomesOf(await sendInTurn(agent.url, 2));
  expect(fineOne).toBe('HTTP 200');
  expect(lost).toMatch(/closed a connection that had been kept open.* is unknown/);
  expect(outcomesOf(await sendInTurn(agent.url, 1))).toEqual(fine(1));
});

it('tells a kept connection that closed before an answer from one that closed within it', async () => {
  agent = await openRawAgent((socket, _chunk, count) => {
    if (count % 2 === 1) socket.write(balanceAnswer());
    else socket.end(count === 2 ? '' : 'HTTP/1.1 20');
  });
  const closed = [];
  for (let time = 0; time < 2; time += 1) {
    await sendInTurn(agent.url, 1);
    await delay(probedMs);
    closed.push(...(await sendInTurn(agent.url, 1)));
  }
  expect(closed.map(({ answer }) => answer)).toMatchObject([
    { failure: 'closed', wasKept: true },
    { failure: 'closed', message: expect.stringContaining('without an answer') },
  ]);
  expect(closed[1]?.answer).not.toHaveProperty('wasKept');
});

it('opens a connection for each callback where the agent is quicker over new ones', async () => {
  agent = await openAgent((_request, response) => response.end('{}'));
  await sendInTurn(agent.url, 1);
  await delay(probedMs);
  const fresh = messageTo(agent.url, { connection: 'fresh' });
  for (let sent = 0; sent < 3; sent += 1) await courier.send(fresh);
  expect(agent.connections()).toBe(4);
  await sendInTurn(agent.url, 3);
  expect(agent.connections()).toBe(4);
});

it('sends nothing more over the connection of what is no POST: its body may lie there unread', async () => {
  const methods = new Map<Socket, string[]>();
  agent = await openAgent(({ socket, method = '' }, response) => {
    methods.set(socket, [...(methods.get(socket) ?? []), method]);
    response.writeHead(method === 'POST' ? 200 : 405).end('{}');
  });
  const { url } = agent;
  await sendInTurn(url, 1);
  await delay(probedMs);
  const exchanges = [await courier.send(messageTo(url, { method: 'PUT' })), ...(await sendInTurn(url, 2))];
  expect(outcomesOf(exchanges)).toEqual(['HTTP 405', 'HTTP 200', 'HTTP 200']);
  expect([...methods.values()]).toEqual([['POST', 'POST', 'POST'], ['PUT']]);
});
