import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import type { Journal, JournalOptions } from '../../src/journal/open-journal.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import type { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { answeredWith, exchangeNumber } from './sample-exchanges.ts';

let folder = '';
let opened: Journal[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
});

afterEach(() => {
  for (const journal of opened) journal.close();
  opened = [];
  rmSync(folder, { recursive: true });
});

const open = (options: Partial<JournalOptions> = {}): Journal => {
  const journal = openJournal({ file: ':memory:', maxExchanges: 1_000_000, ...options });
  opened.push(journal);
  return journal;
};

const recordAll = (journal: Journal, count: number, from = 1): void => {
  for (let number = from; number < from + count; number += 1)
    journal.record(exchangeNumber(number));
};

const idsOf = (exchanges: readonly Exchange[]): string[] => exchanges.map(({ id }) => id);

/** Asks the file itself, as another program would. */
const ask = (file: string, question: string): unknown => {
  const database = new SqliteDatabase(file, { readonly: true });
  try {
    return database.prepare(question).pluck().get();
  } finally {
    database.close();
  }
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The exchange with its bytes as text, so that all kinds of byte arrays compare. */
const plain = (exchange: Exchange | undefined): unknown => {
  if (exchange === undefined) return undefined;
  const { request, answer, ...rest } = exchange;
  return {
    ...rest,
    request: { ...request, body: hex(request.body) },
    answer: answer.kind === 'answered' ? { ...answer, body: hex(answer.body) } : answer,
  };
};

it('gives an exchange back as it was recorded, byte for byte', () => {
  const journal = open();
  const full = exchangeNumber(1, {
    attempt: 2,
    dialect: 'php',
    explanation: {
      mistake: 'slash-escaped',
      field: 'home_url',
      sentence: 'ö',
      remedy: '"',
      difference: { byte: 41, signed: '\\/', expected: '/' },
    },
    request: {
      method: 'POST',
      url: 'http://127.0.0.1/ö?a=b',
      headers: { 'x-signature': 'ab', 'x-odd': '"\\ é' },
      body: Uint8Array.of(0, 255, 254, 10, 0),
    },
    answer: {
      kind: 'answered',
      status: 418,
      headers: { 'set-cookie': 'a, b', ['__proto__']: 'own' },
      body: Uint8Array.of(0xc3, 0x28, 0),
    },
  });
  const { subject: _, ...bare } = exchangeNumber(2);
  const operation: Exchange = {
    ...bare,
    direction: 'operation',
    kind: 'list',
    subject: {},
    refusal: 'invalid_signature',
    answer: { kind: 'failed', failure: 'timeout', message: 'Zu spät.' },
  };
  const empty = answeredWith(3, new Uint8Array());
  for (const exchange of [full, operation, empty]) {
    journal.record(exchange);
    expect(plain(journal.exchange(exchange.id))).toStrictEqual(plain(exchange));
  }
  expect(journal.exchange('x-4')).toBeUndefined();
});

it('commits a moment later, not in the turn of the recording', async () => {
  const file = join(folder, 'journal.db');
  const journal = open({ file });
  recordAll(journal, 60);
  expect(ask(file, 'SELECT count(*) FROM exchanges')).toBe(0);
  await new Promise(setImmediate);
  expect(ask(file, 'SELECT count(*) FROM exchanges')).toBe(60);
  recordAll(journal, 1, 61);
  await new Promise(setImmediate);
  expect(ask(file, 'SELECT count(*) FROM exchanges')).toBe(60);
  while (ask(file, 'SELECT count(*) FROM exchanges') !== 61) await delay(1);
});

it('keeps what was recorded when it is closed and opened again', () => {
  const file = join(folder, 'deep', 'down', 'journal.db');
  const journal = open({ file });
  recordAll(journal, 3);
  journal.close();
  const again = open({ file });
  recordAll(again, 1, 4);
  expect(idsOf(again.exchanges({ limit: 10 }))).toEqual(['x-1', 'x-2', 'x-3', 'x-4']);
});

it('finds exchanges by what they are about', () => {
  const journal = open();
  recordAll(journal, 5_000);
  journal.record(exchangeNumber(5_001, { kind: 'list', direction: 'operation', subject: {} }));
  const find = (query: Omit<Parameters<Journal['exchanges']>[0], 'limit'>, limit = 100) =>
    idsOf(journal.exchanges({ ...query, limit }));

  expect(find({}, 2)).toEqual(['x-5000', 'x-5001']);
  expect(find({ transactionId: 'tx-17' })).toEqual(['x-17']);
  expect(find({ requestId: 'request-4999' })).toEqual(['x-4999']);
  expect(find({ sessionId: 'session-1' }, 3)).toEqual(['x-4985', 'x-4992', 'x-4999']);
  expect(find({ sessionId: 'session-1', playerId: 'player-0' }, 2)).toEqual(['x-4971', 'x-4992']);
  expect(find({ playerId: 'player-1' }, 5_000).length).toBe(1_667);
  expect(find({ direction: 'operation' })).toEqual(['x-5001']);
  expect(find({ kind: 'list', direction: 'operation' })).toEqual(['x-5001']);
  expect(find({ kind: 'rollback' })).toEqual([]);
  expect(find({ playerId: 'player-9' })).toEqual([]);
  expect(find({}, 0)).toEqual([]);
});

it('goes on after an exchange, or back before one', () => {
  const journal = open();
  recordAll(journal, 5_000);
  const find = (query: Parameters<Journal['exchanges']>[0]) => idsOf(journal.exchanges(query));
  expect(find({ after: 'x-10', limit: 2 })).toEqual(['x-11', 'x-12']);
  expect(find({ before: 'x-10', limit: 2 })).toEqual(['x-8', 'x-9']);
  expect(find({ after: 'x-10', before: 'x-13', limit: 9 })).toEqual(['x-11', 'x-12']);
  expect(find({ after: 'x-5000', limit: 2 })).toEqual([]);
  expect(find({ before: 'x-1', limit: 2 })).toEqual([]);
  expect(find({ after: 'x-10', sessionId: 'session-1', limit: 2 })).toEqual(['x-15', 'x-22']);
  expect(find({ before: 'x-4000', sessionId: 'session-1', limit: 1 })).toEqual(['x-3998']);
  expect(find({ after: 'gone', limit: 1 })).toEqual(['x-1']);
});

it('stores a large answer once, however often and from whatever buffer it comes', () => {
  const file = join(folder, 'journal.db');
  const journal = open({ file });
  const list = Buffer.alloc(3_000, 'game');
  for (let number = 1; number <= 20; number += 1) journal.record(answeredWith(number, list));
  journal.flush();
  for (let number = 21; number <= 40; number += 1) {
    journal.record(answeredWith(number, Buffer.from(list)));
  }
  const other = Buffer.alloc(600, 'page');
  journal.record(answeredWith(41, other));
  journal.record(answeredWith(42, Buffer.alloc(511, 'small')));
  const bodyOf = (id: string): string => {
    const answer = journal.exchange(id)?.answer;
    return answer?.kind === 'answered' ? String(Buffer.from(answer.body)) : '';
  };
  expect(bodyOf('x-1')).toBe(String(list));
  expect(bodyOf('x-40')).toBe(String(list));
  expect(bodyOf('x-41')).toBe(String(other));
  expect(bodyOf('x-42').length).toBe(511);
  expect(ask(file, 'SELECT count(*) FROM bodies')).toBe(2);
});

it('removes the oldest beyond its bound, with the answers that nothing else refers to', () => {
  const file = join(folder, 'journal.db');
  const journal = open({ file, maxExchanges: 100 });
  const kept = Buffer.alloc(600, 'kept');
  for (let number = 1; number <= 1_000; number += 1) {
    const own = Buffer.alloc(600, `own ${number} `);
    journal.record(answeredWith(number, number % 2 === 0 ? kept : own));
    if (number % 30 === 0) journal.flush();
  }
  expect(journal.count()).toBe(100);
  expect(idsOf(journal.exchanges({ limit: 1_000 }))[0]).toBe('x-901');
  expect(journal.exchange('x-900')).toBeUndefined();
  expect(journal.exchange('x-902')).toMatchObject({ answer: { body: kept } });
  expect(ask(file, 'SELECT count(*) FROM bodies')).toBeLessThanOrEqual(50 + 15 + 1);
});

it('shrinks step by step when its bound was lowered', () => {
  const file = join(folder, 'journal.db');
  const journal = open({ file });
  recordAll(journal, 3_000);
  journal.close();
  const smaller = open({ file, maxExchanges: 10 });
  recordAll(smaller, 1, 3_001);
  const first = smaller.count();
  expect(first).toBeLessThan(3_000);
  expect(first).toBeGreaterThan(2_000);
  for (let number = 3_002; number < 3_010; number += 1) {
    recordAll(smaller, 1, number);
    smaller.flush();
  }
  expect(smaller.count()).toBe(10);
});

it('shares a file with another process that writes', () => {
  const file = join(folder, 'journal.db');
  const [one, other] = [open({ file }), open({ file })];
  const list = Buffer.alloc(3_000, 'game');
  for (let number = 1; number <= 20; number += 1) {
    (number % 2 === 0 ? one : other).record(answeredWith(number, list));
    if (number % 4 === 0) one.flush();
    if (number % 6 === 0) other.flush();
  }
  for (const journal of [one, other]) journal.flush();
  expect(one.count()).toBe(20);
  expect(idsOf(one.exchanges({ limit: 50 }))).toEqual(idsOf(other.exchanges({ limit: 50 })));
  expect(one.lost() + other.lost()).toBe(0);
});

it('tells once when it cannot write, counts what is lost, and goes on afterwards', () => {
  const file = join(folder, 'journal.db');
  const told: WalletproofError[] = [];
  const journal = open({ file, onError: (error) => told.push(error) });
  const blocking = new SqliteDatabase(file);
  blocking.exec('BEGIN IMMEDIATE');
  recordAll(journal, 3);
  expect(() => journal.flush()).not.toThrow();
  recordAll(journal, 2, 4);
  expect(journal.lost()).toBe(5);
  blocking.exec('ROLLBACK');
  blocking.close();
  recordAll(journal, 1, 6);
  expect(idsOf(journal.exchanges({ limit: 10 }))).toEqual(['x-6']);
  expect(told.length).toBe(1);
  expect(told[0]).toMatchObject({ code: 'environment' });
  expect(told[0]?.message).toContain(`${file} cannot be written: database is locked.`);
  expect(told[0]?.remedy).toContain('--journal');
});

it('takes no exchange once it is closed, and does not throw either', async () => {
  const journal = open();
  journal.close();
  recordAll(journal, 2);
  await new Promise(setImmediate);
  expect(journal.lost()).toBe(2);
  expect(() => journal.close()).not.toThrow();
});
