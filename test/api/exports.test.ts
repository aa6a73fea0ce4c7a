import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { exportRows } from '../../src/api/export-rows.ts';
import type { ExchangeRow } from '../../src/api/schemas/exchanges.ts';
import { openRecording } from '../../src/compare/open-recording.ts';
import type { Recorded } from '../../src/compare/recorded.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { type OpenDashboard, openDashboard } from './open-dashboard.ts';
import { makeBet, withBody } from './sample-calls.ts';

let open: OpenDashboard;
let folder: string;
beforeEach(async () => {
  open = await openDashboard({ options: { secrets: () => ['sixteen-secret-chars'] } });
  folder = await mkdtemp(join(tmpdir(), 'exports-'));
});
afterEach(async () => {
  await open.close();
  await rm(folder, { recursive: true });
});

const record = (...exchanges: readonly Exchange[]): void => {
  for (const exchange of exchanges) open.journal.record(exchange);
};

const operation: Exchange = {
  ...makeBet(50),
  ...{ id: 'o-1', direction: 'operation', kind: 'list', dialect: 'minimal' },
  request: {
    ...{ method: 'POST', url: '/api/games/list?x=1&y=%20', headers: { 'x-signature': 'f' } },
    body: Buffer.from('{"agent_id":1001}'),
  },
  answer: {
    ...{ kind: 'answered', status: 200, headers: { 'content-type': 'application/json' } },
    body: Buffer.from('{"a":1}'),
  },
};

const failed = makeBet(51, {
  answer: { kind: 'failed', failure: 'timeout', message: 'No answer within 5 s.' },
});

const binary = withBody(Buffer.from([0xff, 0x00, 0x80]), { id: 'x-52' });

const rowsOf = ({ log }: { readonly log: { readonly entries: readonly Entry[] } }) =>
  log.entries.map(({ _exchange }) => _exchange);

interface Entry {
  readonly _exchange: ExchangeRow;
}

/** What HTTP Archive 1.2 demands of an entry. */
const entryShape = {
  startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  time: expect.any(Number),
  request: {
    ...{ method: 'POST', url: expect.stringMatching(/^http:/), httpVersion: 'HTTP/1.1' },
    ...{ cookies: [], headers: expect.any(Array), queryString: expect.any(Array) },
    ...{ headersSize: -1, bodySize: expect.any(Number) },
    postData: { mimeType: expect.any(String), text: expect.any(String) },
  },
  response: {
    ...{ status: expect.any(Number), statusText: expect.any(String) },
    ...{ httpVersion: expect.any(String), cookies: [], headers: expect.any(Array) },
    ...{ redirectURL: '', headersSize: -1, bodySize: expect.any(Number) },
    content: { size: expect.any(Number), mimeType: expect.any(String) },
  },
  cache: {},
  timings: { send: 0, wait: expect.any(Number), receive: expect.any(Number) },
};

it('exports HAR 1.2 with all that it demands, and a name to save it under', async () => {
  record(makeBet(1), operation, failed, binary);
  const { status, headers, json } = await open.get('/exchanges.har');
  expect(status).toBe(200);
  expect(headers['content-disposition']).toBe('attachment; filename="walletproof-exchanges.har"');
  expect(json.log).toMatchObject({
    ...{ version: '1.2', creator: { name: 'walletproof', version: '1.2.3' } },
    entries: [entryShape, entryShape, entryShape, entryShape],
  });
  const [bet, list, lost] = json.log.entries;
  expect(bet._exchange).toMatchObject({ id: 'x-1', seq: 1, bet: '10.00' });
  expect(list.request.queryString).toEqual([
    { name: 'x', value: '1' },
    { name: 'y', value: ' ' },
  ]);
  expect(lost.response).toMatchObject({ status: 0, _error: 'timeout' });
});

it('is read back by compare as it was recorded', async () => {
  const recorded = [makeBet(1), operation, failed, binary];
  record(...recorded);
  const file = join(folder, 'all.har');
  await writeFile(file, (await open.get('/exchanges.har')).bytes);
  const read: Recorded[] = [];
  for await (const each of await openRecording(file)) read.push(each);
  expect(read.map(({ request }) => Buffer.from(request.body ?? []))).toEqual(
    recorded.map(({ request }) => request.body),
  );
  expect(read.map(({ answer }) => answer?.body?.toString())).toEqual([
    ...['{"content":{"balance":90.00}}', '{"a":1}', undefined, '{"content":{"balance":90.00}}'],
  ]);
  expect(read[0]).toMatchObject({
    ...{ startedAt: 1_700_000_000_000, durationMs: 3.5 },
    request: { method: 'POST', url: 'http://127.0.0.1:8080/callback' },
  });
  expect(read[0]?.request.headers).toContainEqual({ name: 'X-Signature', value: 'a'.repeat(64) });
});

it('exports what the list would list: each parameter counts', async () => {
  record(makeBet(1), operation, makeBet(2));
  const { json } = await open.get('/exchanges.har?direction=operation');
  expect(rowsOf(json).map(({ id }) => id)).toEqual(['o-1']);
  expect((await open.get('/exchanges.har?status=9xx')).status).toBe(422);
  expect((await open.get('/exchanges.har?limit=10001')).status).toBe(422);
});

it('exports the newest where more match, oldest first, and says so', async () => {
  record(...Array.from({ length: 450 }, (_, index) => makeBet(index + 1)));
  const { headers, json } = await open.get('/exchanges.har?limit=420');
  const ids = rowsOf(json).map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 420 }, (_, index) => `x-${index + 31}`));
  expect(json.log.comment).toBe('The newest 420: more exchanges match.');
  expect(headers['x-walletproof-left-out']).toBe('older exchanges');
  expect(headers['content-disposition']).toContain('walletproof-exchanges-newest-420.har');
  const after = await open.get('/exchanges.har?limit=2&afterSeq=10');
  expect(rowsOf(after.json).map(({ seq }) => seq)).toEqual([11, 12]);
});

it('shows no token', async () => {
  record(
    withBody('{"transaction_id":"sixteen-secret-chars"}', {
      subject: { transactionId: 'sixteen-secret-chars' },
    }),
  );
  const { text } = await open.get('/exchanges.har');
  expect(text).not.toContain('sixteen-secret');
});

it('answers a HEAD without reading a body into it', async () => {
  record(makeBet(1));
  const { status, text, headers } = await open.ask('/__admin/exchanges.har', { method: 'HEAD' });
  expect([status, text]).toEqual([200, '']);
  expect(headers['content-disposition']).toContain('.har');
});

it('reads no further once nobody waits for it', async () => {
  record(...Array.from({ length: 500 }, (_, index) => makeBet(index + 1)));
  const gone = new AbortController();
  const { rows } = await exportRows(open.journal, { limit: 500 }, gone.signal);
  let read = 0;
  const reading = (async () => {
    for await (const _ of rows) {
      read += 1;
      gone.abort(new Error('gone'));
    }
  })();
  await expect(reading).rejects.toThrow('gone');
  expect(read).toBe(200);
});

it('is JSON also where nothing matches', async () => {
  expect((await open.get('/exchanges.har')).json.log.entries).toEqual([]);
});
