import { describe, expect, it } from '@jest/globals';
import type { ActiveFault, FaultOrder } from '../../src/formats/fault.ts';
import { type PlatformFault, platformFaults } from '../../src/spec/fault.ts';
import { operationNames } from '../../src/spec/operation.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { createFaultBoard, deviationOf, noDeviation } from '../../src/wire/faults.ts';

const openBoard = (...orders: readonly FaultOrder[]) => {
  let last = 0;
  const board = createFaultBoard({
    newId: () => {
      last += 1;
      return `fault-${last}`;
    },
  });
  for (const order of orders) board.add(order);
  return board;
};

const lost = { direction: 'callback', fault: 'answer-lost' } as const;

const late = { direction: 'callback', fault: 'delayed' } as const;

const refused = { direction: 'operation', fault: 'refused' } as const;

describe('a board without faults', () => {
  it('deviates in nothing', () => {
    const board = openBoard();
    expect(board.takeCallback('makeBet')).toBe(noDeviation);
    expect(board.takeOperation('list')).toBeUndefined();
  });
});

describe('a fault of callbacks', () => {
  it.each([
    ['answer-lost', { lose: 'answer' }],
    ['duplicated', { send: 'again' }],
    ['sent-together', { send: 'together' }],
    ['delayed', { delayMs: 1_000 }],
    ['wrong-signature', { signature: 'wrong' }],
  ] as const)('%s changes that, and nothing else', (fault, change) => {
    const board = openBoard({ direction: 'callback', fault });
    expect(board.takeCallback('getBalance')).toEqual({ ...noDeviation, ...change });
  });

  it('happens together with those that change something else', () => {
    const board = openBoard(lost, { ...late, delayMs: 30 }, { ...lost, fault: 'wrong-signature' });
    expect(board.takeCallback('rollback')).toEqual({
      delayMs: 30,
      lose: 'answer',
      send: 'once',
      signature: 'wrong',
    });
  });

  it('happens to the callbacks that it names', () => {
    const board = openBoard({ ...lost, on: 'rollback' });
    expect(board.takeCallback('makeBet').lose).toBe(undefined);
    expect(board.takeCallback('rollback').lose).toBe('answer');
  });

  it('happens to no operation', () => {
    expect(openBoard(late).takeOperation('list')).toBeUndefined();
  });
});

describe('a fault of operations', () => {
  it.each([
    [{ fault: 'refused' }, 0, { kind: 'refused', code: 'invalid_signature' }],
    [{ fault: 'refused', code: 'game_not_found' }, 0, { kind: 'refused', code: 'game_not_found' }],
    [{ fault: 'error-like-success' }, 0, { kind: 'error-like-success' }],
    [{ fault: 'dropped' }, 0, { kind: 'dropped' }],
    [{ fault: 'delayed', delayMs: 60_000 }, 60_000, { kind: 'right' }],
  ] as const)('%j is how it is answered', (order, delayMs, answer) => {
    const board = openBoard({ direction: 'operation', ...order });
    for (const name of operationNames) expect(board.takeOperation(name)).toEqual({ delayMs, answer });
  });

  it('leaves those that it does not name as they are', () => {
    const board = openBoard({ ...refused, on: 'get_game_link' });
    expect(board.takeOperation('get_game_link_demo')).toBeUndefined();
    expect(board.takeOperation('get_game_link')).toBeDefined();
  });

  it('waits for its turn where an earlier one excludes it', () => {
    const board = openBoard(
      { ...refused, times: 1 },
      { ...refused, fault: 'dropped', times: 1 },
      { ...refused, fault: 'delayed', delayMs: 5, times: 2 },
    );
    const taken = [1, 2, 3].map(() => board.takeOperation('list'));
    expect(taken).toEqual([
      { delayMs: 5, answer: { kind: 'refused', code: 'invalid_signature' } },
      { delayMs: 5, answer: { kind: 'dropped' } },
      undefined,
    ]);
  });
});

describe('times', () => {
  it('are counted down where it happens, and the last switches it off', () => {
    const board = openBoard({ ...lost, on: 'makeBet', times: 2 }, late);
    board.takeCallback('getBalance');
    expect(board.list()[0]?.times).toBe(2);
    board.takeCallback('makeBet');
    expect(board.list()[0]?.times).toBe(1);
    expect(board.takeCallback('makeBet').lose).toBe('answer');
    expect(board.takeCallback('makeBet').lose).toBe(undefined);
    expect(board.list().map(({ fault }) => fault)).toEqual(['delayed']);
  });

  it('that are left out have no end', () => {
    const board = openBoard(lost);
    for (let count = 0; count < 5; count += 1) board.takeCallback('makeBet');
    expect(board.list()).toEqual([{ ...lost, id: 'fault-1' }]);
  });
});

describe('a board', () => {
  it('lists what is on with its defaults, oldest first, until it is switched off', () => {
    const board = openBoard(refused, late);
    expect(board.list()).toEqual([
      { ...refused, id: 'fault-1', code: 'invalid_signature' },
      { ...late, id: 'fault-2', delayMs: 1_000 },
    ]);
    expect([board.remove('fault-1'), board.remove('fault-1')]).toEqual([true, false]);
    expect(board.list()).toHaveLength(1);
    board.clear();
    expect(board.list()).toEqual([]);
  });

  it('tells of every change, and of nothing else', () => {
    const board = openBoard();
    const heard: (readonly ActiveFault[])[] = [];
    const stop = board.onChange((faults) => heard.push(faults));
    board.clear();
    board.remove('nothing');
    board.add({ ...lost, times: 2 });
    board.takeCallback('makeBet');
    board.takeOperation('list');
    board.clear();
    stop();
    board.add(lost);
    expect(heard.map((faults) => faults.map(({ times }) => times))).toEqual([[2], [1], []]);
  });

  it('keeps nothing of an order but what it knows', () => {
    const order = { ...lost, id: 'mine', more: '<script>' } as FaultOrder;
    expect(openBoard().add(order)).toEqual({ ...lost, id: 'fault-1' });
  });

  it('has room for 100 faults', () => {
    const board = openBoard(...Array<FaultOrder>(100).fill(lost));
    expect(() => board.add(lost)).toThrow('100 faults are already switched on.');
    expect(board.list()).toHaveLength(100);
  });
});

describe('an order that cannot be followed', () => {
  const wrong: [string, object, RegExp, RegExp][] = [
    ['a direction', { direction: 'both' }, /direction "both"/, /callback, operation/],
    ['a fault of the other side', { fault: 'dropped' }, /callback fault "dropped"/, /answer-lost/],
    ['a fault named as objects are', { fault: 'constructor' }, /"constructor"/, /duplicated/],
    ['a callback', { on: 'list' }, /no callback "list"/, /getBalance, makeBet, rollback/],
    ['an operation', { ...refused, on: 'makeBet' }, /no operation "makeBet"/, /get_game_link/],
    ['a code', { ...refused, code: 'not_found' }, /"not_found"/, /request_expired/],
    ['a code named as objects are', { ...refused, code: 'toString' }, /"toString"/, /Name one of/],
    ['a code where there is none', { code: 'game_not_found' }, /refused only/, /Leave code out/],
    ['a delay where there is none', { delayMs: 5 }, /delayed only/, /Leave delayMs out/],
    ['a negative delay', { ...late, delayMs: -1 }, /delayMs cannot be -1/, /0 to 60000/],
    ['too long a delay', { ...late, delayMs: 60_001 }, /60001/, /0 to 60000/],
    ['a broken delay', { ...late, delayMs: 0.5 }, /0\.5/, /whole number/],
    ['a delay as text', { ...late, delayMs: '5' }, /cannot be "5"/, /whole number/],
    ['no times', { times: 0 }, /times cannot be 0/, /1 to 1000000/],
    ['too many times', { times: 1_000_001 }, /1000001/, /1 to 1000000/],
    ['times without end', { times: Number.POSITIVE_INFINITY }, /times cannot be Infinity/, /1 to/],
    ['a huge fault', { fault: 'x'.repeat(1_000_000) }, /^.{0,120}$/, /answer-lost/],
    ['control characters', { fault: '\u001b[2J\n' }, /"\\u001b\[2J\\n"/, /answer-lost/],
  ];

  it.each(wrong)('%s is refused, with what to give instead', (_name, change, message, remedy) => {
    const board = openBoard();
    let error: unknown;
    try {
      board.add({ ...lost, ...change } as FaultOrder);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(WalletproofError);
    expect(error).toMatchObject({ code: 'usage' });
    expect((error as WalletproofError).message).toMatch(message);
    expect((error as WalletproofError).remedy).toMatch(remedy);
    expect(board.list()).toEqual([]);
  });
});

it('knows every platform fault that a scenario can name', () => {
  const names = Object.keys(platformFaults) as PlatformFault[];
  expect(names.map((name) => [name, deviationOf(name)])).toEqual([
    ['error-like-success', { delayMs: 0, answer: { kind: 'error-like-success' } }],
    ['invalid-signature', { delayMs: 0, answer: { kind: 'refused', code: 'invalid_signature' } }],
    ['agent-not-found', { delayMs: 0, answer: { kind: 'refused', code: 'agent_not_found' } }],
    ['validation-error', { delayMs: 0, answer: { kind: 'refused', code: 'validation_error' } }],
  ]);
});
