import { afterEach, expect, it } from '@jest/globals';
import type { Explaining } from '../../src/platform/platform-state.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import type { OpenPlatform } from './open-platform.ts';
import { openPlatform } from './open-platform.ts';

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
  expect(plain.exchange).not.toHaveProperty('explanation');
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
