import { describe, expect, it } from '@jest/globals';
import { createDice } from '../../src/base/dice.ts';
import { Demos } from '../../src/platform/demos.ts';
import { type GameSession, Sessions } from '../../src/platform/sessions.ts';

const launch = {
  agentId: 1001,
  agentSessionId: 'a',
  gameId: 101,
  playerId: 'p',
  playerUsername: 'P',
  language: 'en',
  currency: 'USD',
  homeUrl: 'https://casino.example/',
  ip: '203.0.113.7',
};

const idleMs = 1000;

const open = (limit = 10, onCreated?: (session: GameSession) => void) => {
  const time = { ms: 5000 };
  const clock = { now: () => time.ms, sleep: async () => undefined };
  const dice = createDice('sessions');
  const sessions = new Sessions({
    ...{ clock, dice, idleMs, limit },
    onCreated,
  });
  return { time, sessions, demos: new Demos({ clock, dice, idleMs, balance: '1000' }) };
};

describe('a session', () => {
  it('opens by its link until it was idle too long', () => {
    const { time, sessions } = open();
    const { linkKey } = sessions.create(launch);
    time.ms += idleMs;
    expect(sessions.open(linkKey).kind).toBe('open');
    time.ms += idleMs + 1;
    expect(sessions.open(linkKey).kind).toBe('expired');
  });

  it('lives on with every opening', () => {
    const { time, sessions } = open();
    const { linkKey } = sessions.create(launch);
    for (let opening = 0; opening < 5; opening += 1) {
      time.ms += idleMs;
      expect(sessions.open(linkKey).kind).toBe('open');
    }
  });

  it('is found by session_id even when it is expired', () => {
    const { time, sessions } = open();
    const { sessionId } = sessions.create(launch);
    time.ms += 10 * idleMs;
    expect(sessions.find(sessionId)?.launch).toEqual(launch);
    expect(sessions.active()).toEqual([]);
  });

  it('is forgotten when newer ones fill the memory', () => {
    const { sessions } = open(3);
    const keys = Array.from({ length: 5 }, () => sessions.create(launch).linkKey);
    expect(keys.map((key) => sessions.open(key).kind)).toEqual(['unknown', 'unknown', 'open', 'open', 'open']);
  });

  it('is not opened by its session_id', () => {
    const { sessions } = open();
    expect(sessions.open(sessions.create(launch).sessionId).kind).toBe('unknown');
  });
});

describe('of many sessions one', () => {
  it('is forgotten later the later it was seen, so that those which expired go first', () => {
    const { time, sessions } = open(3);
    const [first, second, third] = [1, 2, 3].map(() => sessions.create(launch));
    time.ms += idleMs;
    sessions.open(first?.linkKey ?? '');
    time.ms += idleMs;
    const others = [sessions.create(launch), sessions.create(launch)];
    const all = [first, second, third, ...others];
    expect(all.map((each) => sessions.look(each?.linkKey ?? '').kind)).toEqual([
      ...['open', 'unknown', 'unknown', 'open', 'open'],
    ]);
    expect(all.map((each) => sessions.find(each?.sessionId ?? '')?.sessionId)).toEqual([
      ...[first?.sessionId, undefined, undefined, ...others.map(({ sessionId }) => sessionId)],
    ]);
  });

  it('is the newest of its account where it is not expired, is meant and is remembered', () => {
    const { time, sessions } = open(3);
    const account = { agentId: 1001, playerId: 'p', currency: 'USD' };
    const newest = (isMeant = (_: GameSession) => true) => sessions.newestOf(account, isMeant)?.sessionId;
    expect(newest()).toBeUndefined();
    const first = sessions.create(launch);
    const second = sessions.create(launch);
    sessions.create({ ...launch, currency: 'EUR' });
    expect(newest()).toBe(second.sessionId);
    expect(newest(({ sessionId }) => sessionId !== second.sessionId)).toBe(first.sessionId);
    sessions.close(second.sessionId);
    expect(newest()).toBe(first.sessionId);
    const third = sessions.create(launch);
    expect(newest()).toBe(third.sessionId);
    time.ms += idleMs + 1;
    expect(newest()).toBeUndefined();
    for (let n = 0; n < 3; n += 1) sessions.create({ ...launch, playerId: 'q' });
    expect(newest()).toBeUndefined();
  });
});

it('a session grows no younger by being looked at', () => {
  const { time, sessions } = open();
  const { linkKey } = sessions.create(launch);
  time.ms += idleMs;
  expect(sessions.look(linkKey).kind).toBe('open');
  time.ms += 1;
  expect(sessions.look(linkKey).kind).toBe('expired');
  expect(sessions.look('nothing').kind).toBe('unknown');
});

describe('every session', () => {
  it('is listed with its state, newest first', () => {
    const { time, sessions } = open();
    const [first, second] = ['one', 'two'].map((playerId) => sessions.create({ ...launch, playerId }));
    time.ms += idleMs + 1;
    const third = sessions.create(launch);
    sessions.open(first?.linkKey ?? '');
    expect(sessions.list()).toEqual([
      { session: third, state: 'active' },
      { session: second, state: 'expired' },
      { session: first, state: 'expired' },
    ]);
  });

  it('is told of once it is there', () => {
    const told: (string | undefined)[] = [];
    const { sessions } = open(10, (session) => told.push(sessions.find(session.sessionId)?.launch.playerId));
    const { linkKey } = sessions.create(launch);
    sessions.open(linkKey);
    expect(told).toEqual(['p']);
  });

  it('is forgotten with all others when they are cleared', () => {
    const { sessions } = open(3);
    const keys = Array.from({ length: 5 }, () => sessions.create(launch).linkKey);
    sessions.clear();
    expect(sessions.list()).toEqual([]);
    expect(sessions.open(keys[4] ?? '').kind).toBe('unknown');
    const later = Array.from({ length: 4 }, () => sessions.create(launch).linkKey);
    expect(later.map((key) => sessions.open(key).kind)).toEqual(['unknown', 'open', 'open', 'open']);
    expect(new Set([...keys, ...later]).size).toBe(9);
  });
});

describe('a demo', () => {
  it('starts with 1000 and keeps what it is left with', () => {
    const { demos } = open();
    const demo = demos.create(launch);
    expect(demo.balance).toBe('1000');
    demos.settle(demo, '990.5');
    expect(demos.open(demo.linkKey)).toMatchObject({ kind: 'open', demo: { balance: '990.5' } });
  });

  it('is forgotten when all are cleared', () => {
    const { demos } = open();
    const { linkKey } = demos.create(launch);
    demos.clear();
    expect(demos.open(linkKey).kind).toBe('unknown');
  });

  it('ends when it was idle too long', () => {
    const { time, demos } = open();
    const { linkKey } = demos.create(launch);
    time.ms += idleMs + 1;
    expect(demos.open(linkKey).kind).toBe('expired');
  });
});
