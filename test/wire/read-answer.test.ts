import { expect, it } from '@jest/globals';
import { type AgentAnswer, readAnswer } from '../../src/wire/read-answer.ts';

const read = (body: string | Uint8Array, status = 200): AgentAnswer =>
  readAnswer({
    kind: 'answered',
    status,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? Buffer.from(body) : body,
  });

const problemOf = (body: string | Uint8Array): string => {
  const answer = read(body);
  return answer.kind === 'odd' ? answer.problem : answer.kind;
};

it.each(['100', '100.50', '-3.0', '1e2', '0.30000000000000004', '1e999', '9'.repeat(500)])(
  'keeps the exact text of the balance %s',
  (text) => {
    expect(read(`{"content":{"balance":${text}}}`)).toEqual({ kind: 'balance', balance: text });
  },
);

it('reads the last of repeated keys, and ignores everything else', () => {
  const body = '{"status":"ok","content":{"balance":1,"x":[{}],"balance":2},"error":null}';
  expect(read(body)).toEqual({ kind: 'balance', balance: '2' });
});

it.each([
  ['{"error":"insufficient_balance","message":"no"}', 200],
  ['{"error":"insufficient_balance","message":"no","content":{"balance":null}}', 402],
])('reads the error %s with status %d', (body, status) => {
  const expected = { kind: 'error', status, error: 'insufficient_balance', message: 'no' };
  expect(read(body, status)).toEqual(expected);
});

it('keeps the begin of an error and a message that are too long for a sentence', () => {
  const long = (sign: string) => sign.repeat(500_000);
  expect(read(JSON.stringify({ error: long('x'), message: long('y') }), 403)).toEqual({
    kind: 'error',
    status: 403,
    error: `${'x'.repeat(200)}…`,
    message: `${'y'.repeat(2000)}…`,
  });
});

it('takes any status that is not 2xx for an error', () => {
  expect(read('<html>oops</html>', 502)).toEqual({ kind: 'error', status: 502 });
  expect(read('{"content":{"balance":5}}', 302)).toEqual({ kind: 'error', status: 302 });
  expect(read('{"message":"gone"}', 404)).toEqual({ kind: 'error', status: 404, message: 'gone' });
});

it('leaves out error and message where they are no strings', () => {
  expect(read('{"error":{"code":1},"message":7}')).toEqual({ kind: 'error', status: 200 });
});

it('calls an answer odd that carries error and a balance, whatever its status', () => {
  const body = '{"error":"internal_error","message":"m","content":{"balance":5}}';
  for (const status of [200, 400, 500]) {
    expect(read(body, status)).toMatchObject({ kind: 'odd', problem: 'error-with-balance' });
  }
});

it.each([
  ['not-json', ''],
  ['not-json', 'OK'],
  ['not-json', '{"content":{"balance":1}} trailing'],
  ['not-json', "{'content':{'balance':1}}"],
  ['not-json', '{"content":{"balance":NaN}}'],
  ['not-json', '{"content":{"balance":01}}'],
  ['not-json', '\uFEFF{"content":{"balance":1}}'],
  ['not-an-object', '[{"content":{"balance":1}}]'],
  ['not-an-object', '12.5'],
  ['not-an-object', 'null'],
  ['balance-missing', '{}'],
  ['balance-missing', '{"balance":1}'],
  ['balance-missing', '{"content":[1]}'],
  ['balance-missing', '{"content":{"Balance":1}}'],
  ['balance-not-a-number', '{"content":{"balance":"100.50"}}'],
  ['balance-not-a-number', '{"content":{"balance":null}}'],
  ['balance-not-a-number', '{"content":{"balance":{"amount":1}}}'],
])('answers %s for %j', (problem, body) => {
  expect(problemOf(body)).toBe(problem);
});

it('survives bytes that are no UTF-8 and nesting without end', () => {
  expect(problemOf(Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d))).toBe('not-json');
  expect(problemOf('['.repeat(500_000))).toBe('not-json');
  expect(problemOf(`{"content":{"balance":1},"x":${'{"a":'.repeat(100_000)}`)).toBe('not-json');
});

it('says in one short sentence what is odd', () => {
  const detailOf = (body: string): string => {
    const answer = read(body);
    return answer.kind === 'odd' ? answer.detail : '';
  };
  expect(detailOf('{"content":{"balance":"1.5"}}')).toBe(
    'content.balance is the string "1.5"; it must be a JSON number.',
  );
  expect(detailOf(`<!doctype html>${'x'.repeat(10_000)}`).length).toBeLessThan(300);
});

it('passes on why there is no answer', () => {
  const failure = { failure: 'timeout', message: 'No complete answer within 50 ms.' } as const;
  expect(readAnswer({ kind: 'failed', ...failure })).toEqual({ kind: 'none', ...failure });
});
