import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Explaining, RefusalExplainer } from '../../src/platform/explain-refusal.ts';
import type { Explain } from '../../src/signing/doctor/explain-signature.ts';
import type { SignatureQuestion } from '../../src/signing/doctor/situation.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { type OpenPlatform, openPlatform } from './open-platform.ts';

let now = 0;

let asked: SignatureQuestion[] = [];

let durationMs = 0;

beforeEach(() => {
  now = 5_000;
  asked = [];
  durationMs = 0;
});

const explain: Explain = (question) => {
  asked.push(question);
  now += durationMs;
  return { valid: false, mistake: 'not-sorted', sentence: 's', remedy: 'r', expected: '' };
};

const agents = new Map(
  [{ id: 1, token: 'token-one' }, { id: 2, token: 'token-two' }, { id: 3, token: 'token-one' }, { id: 4 }].map(
    (agent) => [agent.id, { ...agent, players: [], unavailableGames: [] }],
  ),
);

const open = async () => {
  const explainer = new RefusalExplainer({ agents, when: 'afterwards', accept: ['any'], ticks: () => now, explain });
  await explainer.ready();
  return (agentId: number | undefined = 1) => explainer.explain(agentId, Buffer.from('{}'), 'ab');
};

it('asks with the token of the agent, and has those of the others', async () => {
  const see = await open();
  expect(see()).toEqual({ mistake: 'not-sorted', sentence: 's', remedy: 'r' });
  expect(asked).toMatchObject([{ token: 'token-one', otherTokens: ['token-two'], header: 'ab' }]);
});

it('has nothing to say about an agent without a token, and about nobody', async () => {
  const explainer = new RefusalExplainer({ agents, when: 'afterwards', accept: ['any'], explain });
  await explainer.ready();
  const see = await open();
  expect([see(4), see(9), explainer.explain(undefined, Buffer.from('{}'), 'ab')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(asked).toEqual([]);
});

describe('a flood', () => {
  const seenOf = async (count: number, everyMs: number): Promise<number> => {
    const see = await open();
    for (let index = 0; index < count; index += 1) {
      see();
      now += everyMs;
    }
    return asked.length;
  };

  it('is looked into five times a second', async () => {
    expect(await seenOf(1000, 1)).toBe(5);
    expect(await seenOf(2000, 1)).toBe(5 + 10);
  });

  it('takes no more of a second than 100 ms and one search', async () => {
    durationMs = 60;
    expect(await seenOf(500, 1)).toBe(2);
  });

  it('leaves no one out who comes slowly', async () => {
    durationMs = 80;
    expect(await seenOf(20, 600)).toBe(20);
  });
});

it('is counted as time spent also when the search fails', async () => {
  const explainer = new RefusalExplainer({
    ...{ agents, when: 'afterwards', accept: ['any'] },
    ticks: () => now,
    explain: () => {
      now += 300;
      throw new Error('broken');
    },
  });
  await explainer.ready();
  const see = () => explainer.explain(1, Buffer.from('{}'), 'ab');
  expect(see).toThrow('broken');
  expect(see()).toBeUndefined();
});

let platform: OpenPlatform | undefined;

afterEach(async () => platform?.close());

const otherToken = 'other-token-77';

/** A request signed with the token of agent 1003, its answer and what was recorded of it. */
const refusedBy = async (explain?: Explaining) => {
  platform = await openPlatform({}, { explain });
  const { status, json } = await platform.call('list', {}, otherToken);
  await new Promise((resolve) => setImmediate(resolve));
  const [exchange] = platform.exchanges as [Exchange];
  return { ...json, status, exchange };
};

it('stands with the exchange, and not in the answer', async () => {
  const plain = await refusedBy();
  expect(plain.exchange.explanation).toBeUndefined();
  await platform?.close();
  const { error, message, status, exchange } = await refusedBy('afterwards');
  expect({ error, message, status }).toEqual({
    ...{ error: 'invalid_signature', status: 403 },
    message: plain.message,
  });
  expect(exchange.explanation).toMatchObject({ sentence: expect.any(String) });
  expect(exchange).toMatchObject({ refusal: 'invalid_signature', durationMs: 0 });
});

it('stands in the message as well where that is asked for', async () => {
  const { error, message, status, exchange } = await refusedBy('in-answer');
  const { mistake, sentence, remedy } = exchange.explanation ?? {};
  expect({ error, status }).toEqual({ error: 'invalid_signature', status: 403 });
  expect(message).toBe(`X-Signature does not match the body (${mistake}): ${sentence} ${remedy}`);
  expect(JSON.stringify(exchange)).not.toContain(otherToken);
});

it('is not looked for where the signature fits, or is no reason', async () => {
  platform = await openPlatform({}, { explain: 'afterwards' });
  await platform.call('list');
  await platform.call('list', { agent_id: 7 });
  expect(platform.exchanges.map(({ explanation }) => explanation)).toEqual([undefined, undefined]);
});

it('answers all of a flood, and records each of it once', async () => {
  const { call, exchanges } = await openFlooded();
  const answers = await Promise.all(Array.from({ length: 40 }, () => call('list', {}, otherToken)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  expect(new Set(exchanges.map(({ id }) => id)).size).toBe(40);
  expect(exchanges).toHaveLength(40);
  const explained = exchanges.filter(({ explanation }) => explanation !== undefined);
  expect(explained.length).toBeLessThanOrEqual(10);
});

const openFlooded = async (): Promise<OpenPlatform> => {
  platform = await openPlatform({}, { explain: 'afterwards' });
  return platform;
};
