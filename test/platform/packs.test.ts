import { beforeEach, describe, expect, it } from '@jest/globals';
import { createDice } from '../../src/base/dice.ts';
import { type Grant, Packs, type Spin } from '../../src/platform/packs.ts';
import { keptSchemas } from '../../src/serve/kept-schemas.ts';
import { fitting } from '../../src/serve/read-kept.ts';
import type { MakeBet } from '../../src/spec/callback.ts';
import { keepInMemory } from '../journal/keep-in-memory.ts';

const time = { now: 1000 };
let packs: Packs;
beforeEach(() => {
  time.now = 1000;
  packs = new Packs({
    clock: { now: () => time.now, sleep: async () => undefined },
    dice: createDice('packs'),
    packEnd: 'settle',
  });
});

const holder = { agentId: 1, playerId: 'p', gameId: 101, currency: 'USD' };

const grant = (overrides: Partial<Grant> = {}) => {
  const granted = packs.grant({
    ...{ ...holder, bet: '0.1', total: 2, freespinsId: undefined, expiresAt: undefined },
    ...overrides,
  });
  if (granted.kind !== 'granted') throw new Error(granted.kind);
  return granted.pack;
};

const session = {
  ...{ sessionId: 'session-1', linkKey: 'key-1', createdAt: 0, lastSeenAt: 0 },
  launch: {
    ...{ ...holder, agentSessionId: 'a', playerUsername: 'P', language: 'en' },
    ...{ homeUrl: 'https://casino.example/', ip: '127.0.0.1' },
  },
};

const spin = (win: string): Spin => ({ win, session });

const due = { transactionId: 'tx-1' } as MakeBet;

describe('a pack', () => {
  it('counts its spins and adds up their wins exactly', () => {
    const pack = grant();
    packs.play(pack, spin('0.1'));
    // the pack as it was: what counts is how it is now
    expect(packs.play(pack, spin('0.2'))).toMatchObject({ played: 2, accumulatedWin: '0.3' });
  });

  it('has no spin left after the last, and is active until that was heard', () => {
    const pack = grant({ total: 1 });
    packs.play(pack, spin('1'));
    expect(packs.play(pack, spin('1'))).toBeUndefined();
    expect(packs.activeFor(holder)).toMatchObject({ played: 1 });
    expect(packs.finish(pack)).toMatchObject({ status: 'finished', played: 1 });
    expect(packs.activeFor(holder)).toBeUndefined();
    expect(packs.finish(pack)).toBeUndefined();
  });

  it('that is deleted or expired is neither played nor finished', () => {
    const deleted = grant();
    packs.remove(deleted);
    const expiring = grant({ expiresAt: 2000 });
    time.now = 2000;
    for (const pack of [deleted, expiring]) {
      expect([packs.play(pack, spin('1')), packs.finish(pack)]).toEqual([undefined, undefined]);
    }
  });

  it('does not expire between its last spin and its end', () => {
    const pack = grant({ total: 1, expiresAt: 2000 });
    packs.play(pack, spin('1'));
    time.now = 3000;
    expect(packs.activeFor(holder)).toMatchObject({ accumulatedWin: '1' });
    expect(packs.finish(pack)).toBeDefined();
  });
});

describe('what a pack owes', () => {
  it('is owed to the player in its currency, in any game, until it is settled', () => {
    const pack = grant();
    packs.owe(pack, due);
    const inOtherGame = { ...holder, gameId: 7 };
    expect(packs.owing(inOtherGame)).toMatchObject([{ owed: [due] }]);
    expect(packs.owing({ ...holder, currency: 'EUR' })).toEqual([]);
    expect(packs.owing({ ...holder, playerId: 'q' })).toEqual([]);
    packs.settle(pack, 'tx-1');
    expect(packs.owing(holder)).toEqual([]);
    expect(packs.list()[0]).not.toHaveProperty('owed');
  });

  it('survives its end and its deletion', () => {
    const pack = grant();
    packs.owe(pack, due);
    packs.finish(pack);
    expect(packs.owing(holder)).toHaveLength(1);
    packs.remove(packs.find(1, pack.freespinsId) ?? pack);
    expect(packs.owing(holder)).toHaveLength(1);
  });

  it('is forgotten with it', () => {
    const pack = grant();
    packs.clear();
    packs.owe(pack, due);
    packs.settle(pack, 'tx-1');
    expect([packs.list(), packs.owing(holder)]).toEqual([[], []]);
  });
});

describe('of more packs than can be known', () => {
  const openFew = () => {
    packs = new Packs({
      clock: { now: () => time.now, sleep: async () => undefined },
      dice: createDice('packs'),
      packEnd: 'settle',
      limit: 3,
    });
  };
  const wanted = { ...holder, bet: '0.1', total: 2, freespinsId: 'd', expiresAt: undefined };
  const ids = () => packs.list().map(({ freespinsId }) => freespinsId);

  it('those that are over are forgotten, and none that owes something', () => {
    openFew();
    const owing = grant({ freespinsId: 'a' });
    const over = grant({ freespinsId: 'b' });
    grant({ freespinsId: 'c' });
    packs.owe(owing, due);
    for (const pack of [owing, over]) packs.finish(pack);
    expect(packs.grant(wanted).kind).toBe('granted');
    expect(ids()).toEqual(['a', 'c', 'd']);
    expect(packs.owing(holder)).toHaveLength(1);
  });

  it('no more are granted while all are alive, and a repeat is told of its pack', () => {
    openFew();
    const [first] = ['a', 'b', 'c'].map((freespinsId) => grant({ freespinsId }));
    expect(packs.grant(wanted)).toEqual({ kind: 'full', limit: 3 });
    expect(packs.grant({ ...wanted, freespinsId: 'a' }).kind).toBe('granted');
    expect(ids()).toEqual(['a', 'b', 'c']);
    if (first !== undefined) packs.remove(first);
    expect(packs.grant(wanted).kind).toBe('granted');
    expect(ids()).toEqual(['b', 'c', 'd']);
    expect([...packs.alive()]).toHaveLength(3);
  });

  it('those whose time is up make room, also before anybody plays', () => {
    openFew();
    for (const freespinsId of ['a', 'b', 'c']) grant({ freespinsId, expiresAt: 2000 });
    expect(packs.grant(wanted).kind).toBe('full');
    time.now = 3000;
    expect(packs.grant(wanted).kind).toBe('granted');
    expect(packs.activeFor(holder)).toMatchObject({ freespinsId: 'd' });
  });
});

it('the list has every pack, over or not, the oldest first', () => {
  const first = grant({ freespinsId: 'a' });
  grant({ freespinsId: 'b' });
  packs.remove(first);
  expect(packs.list().map(({ freespinsId, status }) => [freespinsId, status])).toEqual([
    ['a', 'deleted'],
    ['b', 'active'],
  ]);
});

describe('a pack that was begun and is over early', () => {
  it.each(['remove', 'end'] as const)('by %s is closing until that was told', (how) => {
    const pack = grant();
    packs.play(pack, spin('1'));
    packs[how](pack);
    expect(packs.activeFor(holder)).toBeUndefined();
    expect(packs.closingFor('key-1')).toMatchObject({ closing: 'due', accumulatedWin: '1' });
    expect(packs.closingFor('key-2')).toBeUndefined();
    packs.finish(pack);
    expect(packs.closingFor('key-1')).toBeUndefined();
    expect(packs.current(pack)?.status).toBe(how === 'remove' ? 'deleted' : 'finished');
  });

  it('was told once: it is not closing again', () => {
    const pack = grant();
    packs.play(pack, spin('1'));
    packs.finish(packs.end(pack));
    packs.remove(pack);
    expect(packs.closingFor('key-1')).toBeUndefined();
  });

  it('is not closing where nothing was played', () => {
    expect(packs.remove(grant())).not.toHaveProperty('closing');
  });
});

it('a win whose rollback went out is marked, until it is settled', () => {
  const pack = grant();
  packs.owe(pack, due);
  packs.cancelling(pack, due.transactionId);
  expect(packs.current(pack)?.owed).toEqual([{ ...due, cancelling: true }]);
});

it('after a restart a pack is played, closed and owes as before', () => {
  const kept = keepInMemory();
  const openKept = () =>
    new Packs({
      ...{ clock: { now: () => time.now, sleep: async () => undefined }, dice: createDice('packs') },
      ...{ packEnd: 'settle', kept: fitting(kept, keptSchemas) },
    });
  packs = openKept();
  const [closing, owing] = [grant({ freespinsId: 'a' }), grant({ freespinsId: 'b' })];
  packs.play(closing, spin('1'));
  packs.end(closing);
  packs.owe(owing, makeBet);
  packs = openKept();
  expect(packs.closingFor('key-1')).toMatchObject({ freespinsId: 'a', session });
  expect(packs.owing(holder)).toMatchObject([{ freespinsId: 'b', owed: [makeBet] }]);
  expect(packs.activeFor(holder)).toMatchObject({ freespinsId: 'b' });
  kept.keep('pack', '1 b', { ...packs.current(owing), owed: [{ ...makeBet, win: 'much' }] });
  expect(openKept().list()).toMatchObject([{ freespinsId: 'a' }]);
});

const makeBet: MakeBet = {
  ...{ type: 'makeBet', agentId: 1, sessionId: 'session-1', playerId: 'p', playerUsername: 'P' },
  ...{ currency: 'USD', language: 'en', requestId: 'r', bet: '0', win: '1' },
  ...{ transactionId: 'tx-1', gameRoundId: 'round-1', roundFinished: true },
};
