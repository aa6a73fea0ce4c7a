import { describe, expect, it } from '@jest/globals';
import { createDemos } from '../../src/platform/create-demos.ts';
import { createSessions } from '../../src/platform/create-sessions.ts';
import { createDice } from '../../src/world/create-dice.ts';

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

const open = (limit = 10) => {
  const time = { ms: 5000 };
  const clock = { now: () => time.ms, sleep: async () => undefined };
  const dice = createDice('sessions');
  const sessions = createSessions({ clock, dice, idleMs, limit });
  return { time, sessions, demos: createDemos({ clock, dice, idleMs }) };
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
    expect(keys.map((key) => sessions.open(key).kind)).toEqual([
      'unknown',
      'unknown',
      'open',
      'open',
      'open',
    ]);
  });

  it('is not opened by its session_id', () => {
    const { sessions } = open();
    expect(sessions.open(sessions.create(launch).sessionId).kind).toBe('unknown');
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

  it('ends when it was idle too long', () => {
    const { time, demos } = open();
    const { linkKey } = demos.create(launch);
    time.ms += idleMs + 1;
    expect(demos.open(linkKey).kind).toBe('expired');
  });
});
