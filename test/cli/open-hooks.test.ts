import { expect, it } from '@jest/globals';
import { fillPlaceholders, type LaunchHookParts, launchByHook, openHooks } from '../../src/cli/open-hooks.ts';
import { waitForQuiet } from '../../src/run/watch-launch.ts';
import { createTokenMask } from '../../src/signing/mask-tokens.ts';
import type { Exchange, RecordExchange } from '../../src/spec/exchange.ts';
import type { PlatformFault } from '../../src/spec/fault.ts';
import { now, type OperationPlan, operation, token } from '../judge/requests/operations.ts';

const commandOf = (restart: string) =>
  ({
    settings: { configuration: { hooks: { restart } } },
    isPlatformNeeded: false,
    signal: new AbortController().signal,
  }) as unknown as Parameters<typeof openHooks>[0];

it('tells in one line without controls why a restart failed', async () => {
  const command = "printf 'x\\nCONFORMANT\\033[31m' >&2\nexit 3";
  const { hooks } = await openHooks(commandOf(command));
  const told = await hooks.restart?.();
  expect(told).toMatch(/^hooks\.restart \(printf [ -~]+ exit 3\) ended with 3\. x CONFORMANT$/);
});

type Sent = Parameters<LaunchHookParts['courier']['send']>[0];

/** A line to an agent that asks the platform so when it is told to launch. */
const lineTo = (ask: (record: RecordExchange, faults: readonly unknown[]) => void) => {
  const watchers = new Set<RecordExchange>();
  const faults: (PlatformFault | undefined)[] = [];
  const sent: Sent[] = [];
  const kept: Exchange[] = [];
  const url = 'http://127.0.0.1:8080/launch?player={player_id}';
  const line: LaunchHookParts = {
    hook: { method: 'POST', url, body: { name: '{player_username}', game: '{game_id}' } },
    platform: {
      url: 'http://127.0.0.1:4600',
      watch: (record) => {
        watchers.add(record);
        return () => watchers.delete(record);
      },
      setFault: (fault) => faults.push(fault),
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
  const launched = await launchByHook(line)(order);
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

it('keeps no token', async () => {
  const exchange = operation({ kind: 'list', fields: { oops: token } });
  const { line, kept } = lineTo((record) => record(exchange));
  const { operations } = await launchByHook(line)(order);
  for (const each of [...operations, ...kept]) {
    expect(String(each.request.body)).toContain('"oops":"**********"');
  }
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
  await launchByHook(line)({ ...order, fault: 'agent-not-found' });
  expect(seen[19]).toEqual(['agent-not-found']);
  expect(seen[20]).toStrictEqual(['agent-not-found', undefined]);
  expect(faults.at(-1)).toBeUndefined();
});

it('takes operations at the real time, and knows from then on that time was moved', async () => {
  let shiftMs: number | undefined;
  const { line, kept } = lineTo((record) => {
    const exchange = operation();
    const startedAt = exchange.startedAt + (shiftMs ?? 0);
    record({ ...exchange, startedAt, ...(shiftMs === undefined ? {} : { shiftMs }) });
  });
  const launch = launchByHook(line);
  expect((await launch(order)).isTimeMoved).toBeUndefined();
  shiftMs = 600_000;
  const moved = await launch(order);
  expect(moved).toMatchObject({ isTimeMoved: true, operations: [{ startedAt: now }] });
  expect(kept.at(-1)).toMatchObject({ startedAt: now + shiftMs, shiftMs });
  shiftMs = undefined;
  expect((await launch(order)).isTimeMoved).toBe(true);
});

const words = { player_id: 'player-1', game_id: 101 };

it.each([
  ['{player_id}', 'player-1'],
  ['{game_id}', 101],
  ['game {game_id} of {player_id}', 'game 101 of player-1'],
  ['{unknown} {toString} {player_id', '{unknown} {toString} {player_id'],
  [
    { player: { id: '{player_id}' }, games: ['{game_id}'] },
    { player: { id: 'player-1' }, games: [101] },
  ],
  [
    { game_id: 7, demo: false, none: null },
    { game_id: 7, demo: false, none: null },
  ],
])('fills %j in as %j', (value, filled) => {
  expect(fillPlaceholders(value, words)).toEqual(filled);
});

it('takes what is filled in for no placeholder itself', () => {
  expect(fillPlaceholders('{a}{b}', { a: '{b}', b: 'x' })).toBe('{b}x');
});

/** How long is waited, milliseconds, when operations come at these times after the answer. */
const waited = async (fault: PlatformFault | undefined, plans: readonly OperationPlan[]): Promise<number> => {
  const operations: Exchange[] = [];
  let time = now;
  const arrive = (): void => {
    const due = plans.filter(({ at = 0 }) => now + at <= time);
    operations.splice(0, Number.POSITIVE_INFINITY, ...due.map(operation));
  };
  const clock = {
    now: () => time,
    sleep: async (durationMs: number) => {
      time += durationMs;
      arrive();
    },
  };
  arrive();
  const { signal } = new AbortController();
  await waitForQuiet({ operations, fault, watchMs: 200, clock, signal });
  return time - now;
};

const refused = (at: number): OperationPlan => ({
  refusal: 'agent_not_found',
  signed: 'rightly',
  at,
});

it('does not wait when the launch got its link', async () => {
  expect(await waited(undefined, [{}])).toBe(0);
});

it('waits a moment for an agent that got none', async () => {
  expect(await waited(undefined, [])).toBe(50);
  expect(await waited('agent-not-found', [])).toBe(50);
});

it('watches an agent that was refused', async () => {
  expect(await waited('agent-not-found', [refused(0)])).toBe(200);
  expect(await waited('error-like-success', [{ status: 500 }])).toBe(0);
});

it('watches an agent that asks again until a storm would be over', async () => {
  expect(await waited('agent-not-found', [refused(0), refused(100)])).toBe(700);
  const steady = Array.from({ length: 50 }, (_, index) => refused(index * 150));
  expect(await waited('agent-not-found', steady)).toBe(2000);
});
