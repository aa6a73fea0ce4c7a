import { expect, it } from '@jest/globals';
import type { LaunchLine } from '../../src/cli/open-launch.ts';
import { openLaunch } from '../../src/cli/open-launch.ts';
import { createTokenMask } from '../../src/platform/mask-tokens.ts';
import type { Exchange, RecordExchange } from '../../src/spec/exchange.ts';
import type { PlatformFault } from '../../src/spec/scenario.ts';
import { operation, token } from '../judges/requests/operations.ts';

type Sent = Parameters<LaunchLine['courier']['send']>[0];

/** A line to an agent that asks the platform so when it is told to launch. */
const lineTo = (ask: (record: RecordExchange, faults: readonly unknown[]) => void) => {
  const watchers = new Set<RecordExchange>();
  const faults: (PlatformFault | undefined)[] = [];
  const sent: Sent[] = [];
  const kept: Exchange[] = [];
  const url = 'http://127.0.0.1:8080/launch?player={player_id}';
  const line: LaunchLine = {
    hook: { method: 'POST', url, body: { name: '{player_username}', game: '{game_id}' } },
    platform: {
      url: 'http://127.0.0.1:4600',
      watch: (record) => {
        watchers.add(record);
        return () => watchers.delete(record);
      },
      setFault: (fault) => faults.push(fault),
      close: async () => undefined,
    },
    courier: {
      send: async (letter) => {
        sent.push(letter);
        ask((exchange) => {
          for (const record of watchers) record(exchange);
        }, faults);
        const headers = { location: '/elsewhere' };
        const answer = { kind: 'answered', status: 302, headers, body: Buffer.from('ok') } as const;
        return { ...operation(), answer };
      },
    },
    mask: createTokenMask([token]),
    record: (exchange) => kept.push(exchange),
    clock: { now: Date.now, sleep: async () => undefined },
    signal: AbortSignal.abort(),
    watchMs: 0,
  };
  return { line, faults, sent, kept, watchers };
};

const player = { id: 'player 1', username: 'One', currencies: ['USD'], language: 'en' };
const order = { player, username: 'One ', gameId: 101, currency: 'USD' };

it('fills the hook in, and gives back what the agent asked and answered', async () => {
  const { line, sent, watchers } = lineTo((record) => record(operation()));
  const launched = await openLaunch(line)(order);
  expect(sent).toMatchObject([{ url: 'http://127.0.0.1:8080/launch?player=player%201' }]);
  expect(JSON.parse(String(sent[0]?.body))).toEqual({ name: 'One ', game: 101 });
  expect(launched.operations).toHaveLength(1);
  expect(launched.answer).toEqual({
    kind: 'answered',
    status: 302,
    body: 'ok',
    location: '/elsewhere',
  });
  expect(watchers.size).toBe(0);
});

it('keeps no token, and the whole of an answer', async () => {
  const exchange = operation({ kind: 'list', fields: { oops: token } });
  const start = { kind: 'answered', status: 200, headers: {}, body: Buffer.from('[') } as const;
  const answer = { ...start, sharedTail: Buffer.from(']') };
  const { line, kept } = lineTo((record) => record({ ...exchange, answer }));
  const { operations } = await openLaunch(line)(order);
  for (const each of [...operations, ...kept]) {
    expect(String(each.request.body)).toContain('"oops":"**********"');
  }
  expect(operations).toMatchObject([{ answer: { body: Buffer.from('[]') } }]);
});

it('makes the platform faulty for the launch, and lets a storm end', async () => {
  const seen: (readonly unknown[])[] = [];
  const { line, faults } = lineTo((record, known) => {
    for (let count = 0; count < 20; count += 1) {
      seen.push([...known]);
      record(operation({ refusal: 'agent_not_found', signed: 'rightly' }));
    }
    seen.push([...known]);
  });
  await openLaunch(line)({ ...order, fault: 'agent-not-found' });
  expect(seen[19]).toEqual(['agent-not-found']);
  expect(seen[20]).toStrictEqual(['agent-not-found', undefined]);
  expect(faults.at(-1)).toBeUndefined();
});
