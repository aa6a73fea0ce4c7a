import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountOf } from '../../src/base/money.ts';
import { createBalanceReader } from '../../src/load/balance-reader.ts';
import type { BalanceReader } from '../../src/load/sent-call.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import { readAnswer } from '../../src/wire/read-answer.ts';
import { runs } from '../setup/runs.ts';

type Answered = Extract<Answer, { kind: 'answered' }>;

const json = { 'content-type': 'application/json' };

const answered = (body: string | Uint8Array, changes: Partial<Answered> = {}): Answered => ({
  kind: 'answered',
  status: 200,
  headers: json,
  body: Buffer.from(body),
  ...changes,
});

const withBalance = (number: string): string => `{"content":{"balance":${number}}}`;

/** What a reader that knows one answer makes of another. */
const readAfter = (known: Answer, answer: Answer, scale = 2): bigint | undefined => {
  const reader = createBalanceReader();
  reader.learn(known);
  return reader.read(answer, scale);
};

const readNumber = (number: string, scale = 2): bigint | undefined =>
  readAfter(answered(withBalance('100.5')), answered(withBalance(number)), scale);

it('reads the balance of an answer that is written like one before', () => {
  expect(readNumber('100.5')).toBe(10_050n);
  expect(readNumber('0')).toBe(0n);
  expect(readNumber('-0.01')).toBe(-1n);
  expect(readNumber('7', 0)).toBe(7n);
  expect(readNumber('0.00000001', 8)).toBe(1n);
});

it('is exact where a JavaScript number is not', () => {
  expect(readNumber('9007199254740993.01')).toBe(900_719_925_474_099_301n);
  expect(readNumber('99999999999999999999', 8)).toBe(9_999_999_999_999_999_999_900_000_000n);
  expect(readNumber('-123456789012345678.5', 3)).toBe(-123_456_789_012_345_678_500n);
});

it('knows nothing before it has learned', () => {
  expect(createBalanceReader().read(answered(withBalance('1')), 2)).toBeUndefined();
});

it.each([
  ['more digits than the currency', '1.001'],
  ['an exponent', '1e2'],
  ['a leading zero', '01'],
  ['no digit before the point', '.5'],
  ['no digit after the point', '5.'],
  ['a minus alone', '-'],
  ['nothing', ''],
  ['two points', '1.0.0'],
  ['a sign inside', '1-1'],
  ['a plus', '+1'],
  ['a string', '"1"'],
  ['space', ' 1'],
  ['null', 'null'],
  ['another member', '1,"error":"x"'],
  ['the end of the object', '1},"content":{"balance":2'],
  ['more digits than money has', '1'.repeat(50)],
])('leaves %s to the strict reader', (_, number) => {
  expect(readNumber(number)).toBeUndefined();
});

it('leaves a fraction of a currency without one to the strict reader', () => {
  expect(readNumber('5.0', 0)).toBeUndefined();
});

it('leaves another status, another content type and a shared tail to the strict reader', () => {
  const known = answered(withBalance('1'));
  const others: readonly Partial<Answered>[] = [
    { status: 500 },
    { status: 201 },
    { headers: { 'content-type': 'text/html' } },
    { headers: {} },
  ];
  for (const other of others) {
    expect(readAfter(known, answered(withBalance('2'), other))).toBeUndefined();
  }
  const headers = { ...json, date: 'now' };
  expect(readAfter(known, answered(withBalance('2'), { headers }))).toBe(200n);
});

it('leaves an answer that did not come to the strict reader', () => {
  const failed: Answer = { kind: 'failed', failure: 'timeout', message: 'late' };
  expect(readAfter(answered(withBalance('1')), failed)).toBeUndefined();
  expect(readAfter(failed, answered(withBalance('1')))).toBeUndefined();
});

it('finds the number where the strict reader finds it, not where the same digits stand', () => {
  const known = '{"id":5,"note":"balance 5","content":{"balance":1,"balance":5,"also":5}}';
  const other = known.replace('"balance":5,', '"balance":7,');
  expect(readAfter(answered(known), answered(other))).toBe(700n);
  expect(readAfter(answered(known), answered(known.replace('"id":5', '"id":7')))).toBeUndefined();
});

it('learns nothing from what has no plain balance', () => {
  for (const body of [
    withBalance('1e2'),
    '{"content":{"balance":"1"}}',
    '{"error":"x","content":{"balance":1}}',
    `\uFEFF${withBalance('1')}`,
    '',
  ]) {
    expect(readAfter(answered(body), answered(body))).toBeUndefined();
  }
});

it('keeps the last four forms, and gives up where each answer has a form of its own', () => {
  const reader = createBalanceReader();
  const numbered = (id: number): Answered => answered(`{"id":"n${id}-","content":{"balance":12.75}}`);
  for (let id = 0; id < 5; id += 1) reader.learn(numbered(id));
  expect([0, 1, 2, 3, 4].map((id) => reader.read(numbered(id), 2))).toEqual([
    undefined,
    ...[1275n, 1275n, 1275n, 1275n],
  ]);
  for (let id = 5; id < 100; id += 1) reader.learn(numbered(id));
  expect(reader.read(numbered(99), 2)).toBeUndefined();
});

const numbers = fc.oneof(
  fc.constantFrom('0', '1', '5', '-0', '100.5', '0.01', '12345678901234567.89', '1e2', '1E-2'),
  fc.integer().map(String),
  fc.float({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.string({ unit: fc.constantFrom(...'0123456789.-+eE "'), maxLength: 6 }),
);

/** The first one as often as all the others. */
const mostly = <T>(first: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(fc.constant(first), fc.constantFrom(...others));

/** Bodies that are nearly alike: other members, double keys, other numbers, spaces, other types. */
const bodies = fc
  .record({
    start: mostly('{', ' {', '\uFEFF{', '{"id":5,', '{"error":null,', '{"error":"x",', '['),
    key: mostly('"content"', '"Content"', '"content" ', '"a"'),
    inner: mostly(
      '{"balance":@}',
      '{"balance":@,"balance":5}',
      '{"balance":5,"balance":@}',
      '{"balance":"@"}',
      '{"balance":"5","balance":@}',
      '{"a":{"balance":@},"balance":5}',
      '{"note":"@","balance": @ }',
      '{"balance":@@}',
      '{"balance":1@}',
      '{"balance":@1}',
      '[{"balance":@}]',
    ),
    end: mostly('}', '} ', '}}', ',"content":{"balance":5}}', ',"content":null}', ',"n":5}'),
    number: numbers,
  })
  .map(({ start, key, inner, end, number }) => `${start}${key}:${inner.replaceAll('@', () => number)}${end}`);

const answers: fc.Arbitrary<Answered> = fc
  .record({
    body: bodies,
    status: fc.constantFrom(200, 200, 200, 201, 403),
    headers: fc.constantFrom(json, json, {}, { ...json, 'content-encoding': 'gzip' }),
    flip: fc.option(fc.tuple(fc.nat(60), fc.nat(255)), { freq: 4 }),
  })
  .map(({ body, status, headers, flip }) => {
    const bytes = Buffer.from(body);
    if (flip !== null && flip[0] < bytes.length) bytes[flip[0]] = flip[1];
    return answered(bytes, { status, headers });
  });

it('never reads an answer otherwise than the strict reader', () => {
  let read = 0;
  fc.assert(
    fc.property(
      fc.array(answers, { minLength: 2, maxLength: 12 }),
      fc.array(numbers, { minLength: 8, maxLength: 8 }),
      fc.constantFrom(0, 2, 3, 8),
      (all, others, scale) => {
        const reader = createBalanceReader();
        for (const answer of all) {
          if (readAnswer(answer).kind === 'balance') reader.learn(answer);
          for (const variant of [...all, ...variants(answer, others)]) {
            read += readAlike(reader, variant, scale);
          }
        }
      },
    ),
    { numRuns: runs(300) },
  );
  // How many are read depends on the dice; none would say that nothing was tried.
  expect(read).toBeGreaterThan(runs(100));
});

/** The same answer with other digits in one of the places where some stand. */
const variants = (answer: Answered, others: readonly string[]): Answered[] => {
  const text = Buffer.from(answer.body).toString('latin1');
  const places = [...text.matchAll(/-?\d+(?:\.\d+)?/g)];
  return places.flatMap(({ index, 0: found }) =>
    others.map((other) => ({
      ...answer,
      body: Buffer.from(text.slice(0, index) + other + text.slice(index + found.length), 'latin1'),
    })),
  );
};

/** 1 where the answer was read, and as the strict reader reads it. */
const readAlike = (reader: BalanceReader, answer: Answer, scale: number): 0 | 1 => {
  const units = reader.read(answer, scale);
  if (units === undefined) return 0;
  expect(String(units)).toBe(strictUnits(answer, scale));
  return 1;
};

const strictUnits = (answer: Answer, scale: number): string => {
  const strict = readAnswer(answer);
  if (strict.kind !== 'balance') return strict.kind;
  const units = amountOf(strict.balance).times(amountOf(`1e${scale}`));
  return units.eq(0) ? '0' : units.toFixed();
};
