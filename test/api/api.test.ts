import { get } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { judgementOf } from '../journal/sample-exchanges.ts';
import { type OpenDashboard, openDashboard } from './open-dashboard.ts';
import { makeBet } from './sample-calls.ts';

let open: OpenDashboard;

beforeAll(async () => {
  open = await openDashboard();
  open.journal.record(makeBet(1));
  open.journal.judge(judgementOf('x-1', 'wrong'));
  open.journal.record(makeBet(2, { origin: 'run' }));
  open.journal.record(makeBet(3, { startedAt: 1_700_000_009_000 }));
});
afterAll(() => open.close());
beforeEach(() => {
  open.asked.length = 0;
});

it('tells that it is there', async () => {
  const { status, json } = await open.get('/health');
  expect(status).toBe(200);
  expect(json).toEqual({
    ...{ status: 'ok', version: '1.2.3', exchanges: 3, lost: 0, lagMs: 3 },
    startedAt: '2023-11-14T22:13:20.000Z',
  });
});

it('tells in its health what does not go well, with status 200', async () => {
  const state = { kind: 'file', lost: 2, degraded: ['The disk is full.'] } as const;
  const { recorder } = open.context;
  const journal = { ...open.journal, state: () => state };
  const other = await openDashboard({ context: { recorder: { ...recorder, journal }, lagMs: () => 412 } });
  const { status, json } = await other.get('/health');
  await other.close();
  expect(status).toBe(200);
  expect(json).toMatchObject({
    ...{ status: 'degraded', lost: 2, degraded: ['The disk is full.'], lagMs: 412 },
  });
});

it('lists exchanges without those of runs, and with the bounds of the journal', async () => {
  const { json } = await open.get('/exchanges');
  expect(json.rows.map((row: { id: string }) => row.id)).toEqual(['x-1', 'x-3']);
  expect(json).toMatchObject({ firstSeq: 1, lastSeq: 3, more: false });
  expect(json.rows[0]).toMatchObject({ seq: 1, verdict: 'wrong', bet: '10.00', balance: '90.00' });
  const shown = await open.get('/exchanges?runs=show&limit=2');
  expect(shown.json.rows.map((row: { id: string }) => row.id)).toEqual(['x-2', 'x-3']);
  expect(shown.json.more).toBe(true);
});

it.each([
  ['verdict=wrong', ['x-1']],
  ['transactionId=tx-3', ['x-3']],
  ['afterSeq=1', ['x-3']],
  ['beforeSeq=3', ['x-1']],
  ['status=200&kind=makeBet&direction=callback', ['x-1', 'x-3']],
  ['status=5xx', []],
  ['text=TX-3', ['x-3']],
  ['requirement=IDEM-01', ['x-1']],
  ['limit=1&offset=1', ['x-1']],
])('finds exchanges by %s', async (query, ids) => {
  const { json } = await open.get(`/exchanges?${query}`);
  expect(json.rows.map((row: { id: string }) => row.id)).toEqual(ids);
});

it.each([
  ['', 2],
  ['runs=show', 3],
  ['verdict=wrong', 1],
  ['text=tx', 2],
])('counts exchanges by "%s"', async (query, count) => {
  expect((await open.get(`/exchanges/count?${query}`)).json).toEqual({ count, isMore: false });
});

it.each([
  ['limit=501', 'limit', '501'],
  ['limit=1e2', 'limit', '1e2'],
  ['status=abc', 'status', 'abc'],
  ['kind=constructor', 'kind', 'constructor'],
  ['__proto__=1', '__proto__', ''],
  ['runs=hide&runs=show', 'runs', 'twice'],
])('refuses the query %s by name and value', async (query, field, value) => {
  const { status, json } = await open.get(`/exchanges?${query}`);
  expect(status).toBe(422);
  expect(json.error).toBe('invalid_request');
  expect(json.message).toContain(field);
  expect(json.message).toContain(value);
  expect(json.remedy).toMatch(/\w+/);
});

it('shows an exchange with what was sent, what was judged and how to send it again', async () => {
  const { json } = await open.get('/exchanges/x-1');
  expect(json).toMatchObject({
    request: { method: 'POST', url: 'http://127.0.0.1:8080/callback' },
    answer: { kind: 'answered', status: 200, body: { text: '{"content":{"balance":90.00}}' } },
    judgement: { verdict: 'wrong' },
    signature: 'a'.repeat(64),
    dialect: 'minimal',
  });
  expect(json.canonical).toMatch(/^\{"agent_id":1001,"bet":10.00,/);
  expect(json.curl).toContain('--data-binary @-');
});

it('passes orders on as they were given', async () => {
  const order = { type: 'makeBet', playerId: 'player-1', bet: '0.10', win: '0' };
  expect((await open.send('POST', '/trigger', order)).json).toMatchObject({
    ...{ exchangeIds: ['x-9'], callbacks: [{ exchangeId: 'x-9', verdict: 'right' }] },
  });
  await open.send('POST', '/exchanges/x-1/resend', { as: 'stale', afterMs: 10 });
  await open.send('POST', '/runs');
  await open.send('POST', '/reset');
  expect(open.asked).toEqual([
    ['trigger', order],
    ['resend', { as: 'stale', afterMs: 10 }],
    ['startRun', {}],
    ['reset', {}],
  ]);
});

it.each([
  ['/trigger', { type: 'makeBet', bet: 10 }, 'bet', 'a decimal as text'],
  ['/trigger', { type: 'toString' }, 'toString', 'one of getBalance'],
  ['/trigger', { type: 'makeBet', bett: '1' }, 'bett', 'Known fields: type'],
  ['/trigger', {}, 'type is missing', 'one of'],
  ['/trigger', [], 'no JSON object', 'Known fields'],
  ['/trigger', { type: 'getBalance', freespins: { played: 1 } }, 'freespins.total', 'whole number'],
  ['/packs', { playerId: 'p', gameId: 1, currency: 'USD', total: 0, bet: '1' }, 'total', '1 or more'],
  ['/clock', {}, 'one of shiftMs, set, freeze, resume and advance', 'shiftMs'],
  ['/clock', { freeze: true, resume: true }, 'one of shiftMs', 'freeze'],
  ['/clock', { now: 'tomorrow' }, 'tomorrow', 'Send an instant with its offset, such as '],
  ['/clock', { set: '2026-03-01T12:00:00' }, '2026-03-01', 'an instant'],
  ['/clock', { advance: '24 h' }, '24 h', 'Send a duration such as 500ms, 1.5s, 2m or 4h as advance.'],
  ['/clock', { freeze: false }, 'freeze', 'Send true as freeze (resume lets the time go on).'],
  ['/clock', { resume: false }, 'resume', 'Send true as resume (freeze lets the time stand still).'],
  ['/faults', { direction: 'callback', fault: '\u001b[2J' }, '\\u001b[2J', 'one of'],
  ['/scenarios/record', {}, 'sessionId or exchangeIds', 'title'],
  ['/reset', { everything: true }, 'everything', 'Send nothing'],
])('refuses what is wrong at %s: %j', async (path, body, message, remedy) => {
  const { status, json } = await open.send('POST', path, body);
  expect([status, json.error]).toEqual([422, 'invalid_request']);
  expect(json.message).toContain(message);
  expect(json.remedy).toContain(remedy);
  expect(open.asked).toEqual([]);
});

it('takes no key of a prototype for a field', async () => {
  const { status, json } = await open.ask('/__admin/trigger', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"type":"getBalance","__proto__":{"playerId":"x"}}',
  });
  expect([status, json.message]).toEqual([422, 'There is no field "__proto__".']);
});

it('repeats no secret that was refused', async () => {
  const { status, text } = await open.send('POST', '/login', { token: ['sesame'] });
  expect(status).toBe(422);
  expect(text).not.toContain('sesame');
});

it('switches faults on and off', async () => {
  const fault = { direction: 'callback', fault: 'answer-lost', on: 'makeBet', times: 1 };
  const added = await open.send('POST', '/faults', fault);
  expect([added.status, added.json]).toEqual([201, { ...fault, id: added.json.id }]);
  expect((await open.get('/faults')).json).toHaveLength(1);
  expect((await open.send('DELETE', `/faults/${added.json.id}`)).json).toEqual([]);
  expect((await open.send('DELETE', `/faults/${added.json.id}`)).status).toBe(404);
});

it('moves the clock by so much, or to an instant', async () => {
  expect((await open.send('POST', '/clock', { shiftMs: 1000 })).json.shiftMs).toBe(1000);
  const moved = await open.send('POST', '/clock', { now: '2026-03-01T13:00:00+00:00' });
  const clock = { now: '2026-03-01T13:00:00.000000Z', shiftMs: 3_600_000, frozen: false };
  expect(moved.json).toEqual(clock);
  expect((await open.get('/clock')).json).toEqual(clock);
});

it('freezes the clock, sets it, advances it and lets it go on', async () => {
  const order = async (body: object) => (await open.send('POST', '/clock', body)).json;
  const noon = { now: '2026-03-02T12:00:00.000000Z', shiftMs: 86_400_000 };
  const set = '2026-03-02T13:00:00+01:00';
  expect(await order({ set, freeze: true })).toEqual({ ...noon, frozen: true });
  expect(await order({ advance: '90s' })).toMatchObject({ shiftMs: 86_490_000, frozen: true });
  expect(await order({ set })).toEqual({ ...noon, frozen: true });
  expect(await order({ resume: true })).toEqual({ ...noon, frozen: false });
  expect(await order({ freeze: true })).toEqual({ ...noon, frozen: true });
  expect(await order({ shiftMs: 0 })).toMatchObject({ shiftMs: 0, frozen: false });
});

it('says how far a clock can be moved', async () => {
  const { status, json } = await open.send('POST', '/clock', { advance: '100000h' });
  expect([status, json.error]).toEqual([422, 'usage']);
  expect(json.remedy).toContain('ten years');
});

it.each([
  ['GET', '/exchanges/none'],
  ['POST', '/exchanges/none/rollback'],
  ['DELETE', '/packs/none'],
  ['GET', '/runs/none'],
  ['GET', '/runs/none/report'],
  ['GET', '/scenarios/source?file=../../etc/passwd'],
])('answers 404 with what is missing: %s %s', async (method, path) => {
  const { status, json } = await open.send(method, path);
  expect([status, json.error]).toEqual([404, 'not_found']);
  expect(json.message).toMatch(/No .* (id|file)/);
});

it.each(['..%2Fx', 'a%2Fb', '.hidden', '%00', 'a'.repeat(81)])('saves no scenario under the name %s', async (name) => {
  const { status } = await open.send('PUT', `/scenarios/${name}`, { yaml: 'x' });
  expect(status).toBe(422);
  expect(open.saved).toEqual([]);
});

it('saves a scenario under a plain name', async () => {
  const { json } = await open.send('PUT', '/scenarios/lost-answer', { yaml: 'scenario: x' });
  expect(json.file).toBe('lost-answer.yaml');
  expect(open.saved).toEqual([['lost-answer', 'scenario: x']]);
});

it('tells the remedy of an order that cannot be done', async () => {
  const { status, json } = await open.send('POST', '/sessions', { playerId: 'p', gameId: 999 });
  expect(status).toBe(422);
  expect(json).toEqual({
    ...{ error: 'usage', message: 'There is no game 999.' },
    remedy: 'GET /__admin/setup lists the games, each with its id.',
  });
});

it('answers another path with 404, another method with 405 and the right ones', async () => {
  expect((await open.get('/nothing')).json.error).toBe('not_found');
  const wrong = await open.send('PATCH', '/faults');
  expect([wrong.status, wrong.headers.allow]).toEqual([405, 'GET, HEAD, POST, DELETE']);
  expect(wrong.json.error).toBe('method_not_allowed');
  const options = await open.send('OPTIONS', '/faults');
  expect(options.status).toBe(405);
  expect(Object.keys(options.headers).join()).not.toContain('access-control');
});

it('answers a path that cannot be read with 400', async () => {
  expect((await open.get('/exchanges/%zz')).status).toBe(400);
});

it('keeps the details of a bug to itself', async () => {
  const broken = await openDashboard({
    context: {
      accounts: {
        ...open.context.accounts,
        statements: () => {
          throw new Error('secret detail');
        },
      },
    },
  });
  const { status, text } = await broken.get('/players');
  expect(status).toBe(500);
  expect(text).not.toContain('secret detail');
  expect(broken.errors).toHaveLength(1);
  await broken.close();
});

it('answers 503 where the surroundings fail', async () => {
  const error = new WalletproofError('environment', 'The disk is full.', 'Free some space.');
  const accounts = { ...open.context.accounts, statements: () => Promise.reject(error) as never };
  const full = await openDashboard({ context: { accounts } });
  expect((await full.get('/players')).status).toBe(503);
  await full.close();
});

it('ends a search that nobody waits for, and takes that for no bug', async () => {
  let ended: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const left = await openDashboard({
    context: {
      journal: {
        ...open.journal,
        rows: (_query, signal) =>
          new Promise((_, reject) => {
            request.destroy();
            signal?.addEventListener('abort', () => {
              reject(signal.reason);
              setImmediate(ended);
            });
          }),
      },
    },
  });
  const request = get({ port: left.port, path: '/__admin/exchanges?text=x' });
  request.on('error', () => undefined);
  await gone;
  expect(left.errors).toEqual([]);
  await left.close();
});
