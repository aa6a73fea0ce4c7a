import { describe, expect, it } from '@jest/globals';
import { createDice } from '../../src/base/dice.ts';
import { createDemos } from '../../src/platform/create-demos.ts';
import { createKeptMap } from '../../src/platform/create-kept-map.ts';
import { createSessions } from '../../src/platform/create-sessions.ts';
import { isNumber, isText, readShaped } from '../../src/platform/kept-shape.ts';
import { keepInMemory } from '../journal/keep-in-memory.ts';

const launch = {
  ...{ agentId: 1001, agentSessionId: 'a', gameId: 101, playerId: 'p', playerUsername: 'P' },
  ...{ language: 'en', currency: 'USD', homeUrl: 'https://casino.example/', ip: '203.0.113.7' },
};

interface Named {
  readonly name: string;
  readonly size: number;
}

const openMap = (kept: ReturnType<typeof keepInMemory>, limit = 3) =>
  createKeptMap<Named>({
    ...{ kept, kind: 'game', limit, read: readShaped<Named>({ name: isText, size: isNumber }) },
    isWorthKeeping: (value, written) => value.size >= written.size + 10,
  });

describe('a kept map', () => {
  it('begins with what another one held, ages as well', () => {
    const kept = keepInMemory();
    const first = openMap(kept);
    for (const name of ['a', 'b', 'c']) first.set(name, { name, size: 1 });
    const second = openMap(kept);
    second.set('d', { name: 'd', size: 1 });
    expect([...second.values()].map(({ name }) => name)).toEqual(['b', 'c', 'd']);
    expect([...openMap(kept).values()].map(({ name }) => name)).toEqual(['b', 'c', 'd']);
  });

  it('holds every change, and writes those that are worth it', () => {
    const kept = keepInMemory();
    const map = openMap(kept);
    for (const size of [1, 5, 10, 11, 15]) map.set('a', { name: 'a', size });
    expect(map.get('a')?.size).toBe(15);
    expect(kept.count).toEqual({ kept: 2, forgotten: 0 });
    expect(openMap(kept).get('a')?.size).toBe(11);
  });

  it('drops what is not as it should be, in the file as well', () => {
    const kept = keepInMemory();
    for (const [key, value] of [[], null, 'a', { name: 1, size: 1 }, { name: 'a' }].entries()) {
      kept.keep('game', String(key), value);
    }
    kept.keep('game', 'right', { name: 'a', size: 1, more: [1] });
    expect([...openMap(kept).values()]).toEqual([{ name: 'a', size: 1, more: [1] }]);
    expect(kept.all('game')).toHaveLength(1);
  });

  it('keeps no more than a smaller limit', () => {
    const kept = keepInMemory();
    for (const name of ['a', 'b', 'c']) openMap(kept).set(name, { name, size: 1 });
    expect([...openMap(kept, 1).values()].map(({ name }) => name)).toEqual(['c']);
    expect(kept.all('game')).toHaveLength(1);
  });

  it('keeps nothing of what it is cleared of', () => {
    const kept = keepInMemory();
    const map = openMap(kept);
    map.set('a', { name: 'a', size: 1 });
    map.clear();
    expect(kept.all('game')).toEqual([]);
    map.set('a', { name: 'a', size: 2 });
    expect(kept.all('game')).toHaveLength(1);
  });
});

const idleMs = 60_000;

const openPlatform = (kept = keepInMemory(), ms = 5_000) => {
  const time = { ms };
  const clock = { now: () => time.ms, sleep: async () => undefined };
  const common = { clock, kept, idleMs, dice: createDice('kept') };
  return {
    time,
    kept,
    sessions: createSessions(common),
    demos: createDemos({ ...common, balance: '7' }),
  };
};

const week = 7 * 24 * 3_600_000;

describe('after a restart', () => {
  it('sessions open by their links, with all that was known of them', () => {
    const { kept, time, sessions } = openPlatform();
    const first = sessions.create(launch);
    const second = sessions.create({ ...launch, playerId: 'ö' });
    const again = openPlatform(kept, time.ms + idleMs).sessions;
    expect(again.list().map(({ session }) => session)).toEqual([second, first]);
    expect(again.open(first.linkKey)).toMatchObject({ kind: 'open', session: { launch } });
    expect(again.find(second.sessionId)?.launch.playerId).toBe('ö');
  });

  it('a session that has ended is kept for a week', () => {
    const { kept, time, sessions } = openPlatform();
    const { linkKey } = sessions.create(launch);
    expect(openPlatform(kept, time.ms + week).sessions.open(linkKey).kind).toBe('expired');
    expect(openPlatform(kept, time.ms + week + 1).sessions.open(linkKey).kind).toBe('unknown');
    expect(kept.all('session')).toEqual([]);
  });

  it('a demo is where it was', () => {
    const { kept, demos } = openPlatform();
    const demo = demos.create(launch);
    demos.settle(demo, '990.5');
    const opened = openPlatform(kept).demos.open(demo.linkKey);
    expect(opened).toMatchObject({ kind: 'open', demo: { balance: '990.5' } });
  });
});

it('when a session was seen is written every ten seconds, not with each request', () => {
  const { kept, time, sessions } = openPlatform();
  const { linkKey } = sessions.create(launch);
  for (let second = 0; second < 25; second += 1) {
    time.ms += 1_000;
    sessions.open(linkKey);
  }
  expect(kept.count.kept).toBe(3);
  expect(kept.all('session')[0]?.value).toMatchObject({ createdAt: 5_000, lastSeenAt: 25_000 });
});
