import { describe, expect, it } from '@jest/globals';
import { createDice } from '../../src/base/dice.ts';
import { Demos } from '../../src/platform/demos.ts';
import { BoundedMap, KeptMap } from '../../src/platform/kept-map.ts';
import { Sessions } from '../../src/platform/sessions.ts';
import { keptSchemas } from '../../src/serve/kept-schemas.ts';
import { fitting } from '../../src/serve/read-kept.ts';
import { keepInMemory } from '../journal/keep-in-memory.ts';

describe('a bounded map', () => {
  it('forgets what was set longest ago when it is full', () => {
    const map = new BoundedMap<number>(2);
    for (const [place, key] of ['a', 'b', 'a', 'c'].entries()) map.set(key, place);
    expect([...map.values()]).toEqual([2, 3]);
  });

  it('forgets what is needed last', () => {
    const map = new BoundedMap<string>(3, { isNeeded: (value) => value.startsWith('needed') });
    map.set('n', 'needed n');
    for (const key of ['a', 'b', 'c']) map.set(key, key);
    map.set('b', 'needed b');
    const held = () => [...map.values()];
    expect(held()).toEqual(['needed n', 'needed b', 'c']);
    map.set('d', 'needed d');
    expect(held()).toEqual(['needed n', 'needed b', 'needed d']);
    map.set('e', 'needed e');
    expect(held()).toEqual(['needed b', 'needed d', 'needed e']);
  });

  it('holds more than its limit where they are needed, up to a number of their own', () => {
    const map = new BoundedMap<string>(2, {
      isNeeded: (value) => value.startsWith('needed'),
      mostNeeded: 3,
    });
    for (const key of ['a', 'needed 1', 'needed 2', 'needed 3', 'b', 'needed 4']) map.set(key, key);
    expect([...map.values()]).toEqual(['needed 2', 'needed 3', 'needed 4']);
    map.set('needed 2', 'over');
    expect([...map.values()]).toEqual(['needed 3', 'needed 4']);
  });

  it('forgets everything when it is cleared, the age of its keys as well', () => {
    const map = new BoundedMap<number>(3);
    for (const [place, key] of ['a', 'b'].entries()) map.set(key, place);
    map.clear();
    expect([...map.values()]).toEqual([]);
    for (const [place, key] of ['b', 'c', 'd'].entries()) map.set(key, place);
    expect([...map.values()]).toEqual([0, 1, 2]);
    map.set('e', 3);
    expect([...map.values()]).toEqual([1, 2, 3]);
  });
});

const launch = {
  ...{ agentId: 1001, agentSessionId: 'a', gameId: 101, playerId: 'p', playerUsername: 'P' },
  ...{ language: 'en', currency: 'USD', homeUrl: 'https://casino.example/', ip: '203.0.113.7' },
};

interface Named {
  readonly name: string;
  readonly size: number;
}

const openMap = (kept: ReturnType<typeof keepInMemory>, limit = 3) =>
  new KeptMap<Named>({
    ...{ kept, kind: 'game', limit },
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
  const common = { clock, kept: fitting(kept, keptSchemas), idleMs, dice: createDice('kept') };
  return {
    time,
    kept,
    sessions: new Sessions(common),
    demos: new Demos({ ...common, balance: '7' }),
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

describe('of what another version kept', () => {
  const session = { sessionId: 's', linkKey: 'k', launch, createdAt: 1, lastSeenAt: 1 };
  const { ip: _, ...older } = launch;

  it.each([
    ['a launch that lacks a field', { ...session, launch: older }],
    ['a text where there is a time', { ...session, lastSeenAt: '1' }],
    ['another value', { ...session, openedBy: 'hand' }],
  ])('a session with %s is dropped', (_name, value) => {
    const { kept } = openPlatform();
    kept.keep('session', 'k', value);
    expect(openPlatform(kept).sessions.list()).toEqual([]);
    expect(kept.all('session')).toEqual([]);
  });

  it('what a session has besides is left with it', () => {
    const { kept } = openPlatform();
    const newer = { ...session, rating: 5, launch: { ...launch, device: 'phone' } };
    kept.keep('session', 'k', newer);
    expect(openPlatform(kept).sessions.find('s')).toEqual(newer);
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
