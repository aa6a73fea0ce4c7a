import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createExchangeLog } from '../../src/cli/log-exchanges.ts';
import { dialectCaution } from '../../src/spec/dialect-caution.ts';
import type { Exchange } from '../../src/spec/exchange.ts';

const exchange = (changes: Partial<Exchange> = {}): Exchange => ({
  id: 'ex-1',
  direction: 'operation',
  kind: 'list',
  subject: { agentId: 1001 },
  request: { method: 'POST', url: '/api/games/list', headers: {}, body: Buffer.alloc(0) },
  answer: { kind: 'answered', status: 200, headers: {}, body: Buffer.alloc(0) },
  startedAt: 0,
  durationMs: 1.4,
  dialect: 'minimal',
  ...changes,
});

const callback = exchange({ direction: 'callback', kind: 'getBalance', dialect: 'php' });

const signedAs = (dialect: string): string => `00:00:00.000 <- list 200 1 ms signed as ${dialect} (${dialectCaution})`;

describe('the log of serve', () => {
  it('tells callbacks, refusals and requests that were right', () => {
    const log = createExchangeLog('usual');
    expect(log(exchange())).toBe('00:00:00.000 <- list 200 1 ms signed as minimal');
    expect(log(callback)).toBe('00:00:00.000 -> getBalance 200 1 ms');
    const refused = exchange({ refusal: 'invalid_signature', dialect: undefined });
    expect(log(refused)).toBe('00:00:00.000 <- list 200 invalid_signature 1 ms');
  });

  it('tells twenty right requests of a second, and how many there were besides', () => {
    const log = createExchangeLog('usual');
    const lines = Array.from({ length: 25 }, () => log(exchange()));
    expect(lines.filter((line) => line !== undefined)).toHaveLength(20);
    expect(log(exchange({ refusal: 'invalid_signature' }))).toContain('invalid_signature');
    expect(log(exchange({ startedAt: 1_000 }))).toMatch(/minimal \(and 5 more that went well before it\)$/);
    expect(log(exchange({ startedAt: 1_000 }))).toMatch(/minimal$/);
  });

  it('says once for an agent and a dialect that not everybody takes it', () => {
    const log = createExchangeLog('usual');
    const short = '00:00:00.000 <- list 200 1 ms signed as php';
    expect(log(exchange({ dialect: 'php' }))).toBe(signedAs('php'));
    expect(log(exchange({ dialect: 'php' }))).toBe(short);
    expect(log(exchange({ dialect: 'python' }))).toBe(signedAs('python'));
    expect(log(exchange({ dialect: 'php', subject: { agentId: 1003 } }))).toBe(signedAs('php'));
    expect(log(exchange({ dialect: 'php' }))).toBe(short);
  });

  it('tells the first home_url of an agent that is dropped for its reason', () => {
    const log = createExchangeLog('usual');
    const launch = (homeUrl: string) => {
      const body = Buffer.from(JSON.stringify({ home_url: homeUrl }));
      const request = { method: 'POST', url: '/api/games/get_game_link', headers: {}, body };
      return log(exchange({ kind: 'get_game_link', request }));
    };
    expect(launch('https://casino.example/')).toBe('00:00:00.000 <- get_game_link 200 1 ms signed as minimal');
    expect(launch('javascript:alert(1)')).toBe(
      '00:00:00.000 <- get_game_link 200 1 ms signed as minimal; home_url begins with javascript:, which would run code: the game shows no Home button.',
    );
    expect(launch('javascript:alert(2)')).toBe('00:00:00.000 <- get_game_link 200 1 ms signed as minimal');
    expect(launch('/lobby')).toContain('home_url is not an absolute URL');
  });

  it('tells the dialect of every request where all are told', () => {
    const log = createExchangeLog('all');
    expect(log(exchange())).toBe('00:00:00.000 <- list 200 1 ms signed as minimal');
    for (const _time of ['first', 'second']) {
      expect(log(exchange({ dialect: 'php' }))).toBe(signedAs('php'));
    }
    expect(log(callback)).toBe('00:00:00.000 -> getBalance 200 1 ms');
  });

  it('writes out what would move the cursor', () => {
    const log = createExchangeLog('all');
    const line = log(exchange({ subject: { playerId: 'a\u001b[2Jb' } }));
    expect(line).not.toContain('\u001b');
  });
});

describe('the log of what is no operation', () => {
  const stray = (at: number, message: string, changes: Partial<Exchange> = {}) => {
    const body = Buffer.from(JSON.stringify({ message }));
    return exchange({
      ...{ kind: 'other', refusal: 'bad_request', dialect: undefined, startedAt: at },
      answer: { kind: 'answered', status: 400, headers: {}, body },
      ...changes,
    });
  };

  it('has the cause and what to do', () => {
    const log = createExchangeLog('usual');
    expect(log(stray(0, 'Send POST.'))).toBe('00:00:00.000 <- other 400 bad_request 1 ms Send POST.');
  });

  it('tells each cause once a minute at most, and how often it came', () => {
    const log = createExchangeLog('usual');
    expect(log(stray(0, 'first'))).toContain('first');
    for (let at = 0; at < 60_000; at += 100) expect(log(stray(at, `again ${at}`))).toBeUndefined();
    const other = stray(10, 'other', { refusal: 'wrong_protocol' });
    expect([log(other), log(other)]).toEqual([expect.stringContaining('other'), undefined]);
    expect(log(stray(60_000, 'next'))).toContain('next (and 600 more before it)');
    expect(log(stray(120_000, 'last'))).toMatch(/last$/);
  });

  it('tells https to an http address beside HTTP/2 without TLS', () => {
    const log = createExchangeLog('usual');
    for (const message of ['https.', 'HTTP/2.']) {
      const came = stray(0, message, { refusal: 'wrong_protocol' });
      expect([log(came), log(came)]).toEqual([expect.stringContaining(message), undefined]);
    }
  });

  it('tells one that was not answered, too', () => {
    const log = createExchangeLog('usual');
    const answer = { kind: 'failed', failure: 'closed', message: 'No trust.' } as const;
    expect(log(stray(0, '', { answer, refusal: undefined }))).toContain('closed 1 ms No trust.');
  });

  it('tells every one where all are told, and one without a body too', () => {
    const log = createExchangeLog('all');
    const bare = { kind: 'answered', status: 404, headers: {}, body: Buffer.alloc(0) } as const;
    for (const _time of ['first', 'second']) {
      expect(log(stray(0, '', { answer: bare }))).toContain('other 404 bad_request');
    }
  });
});

it('is said in the same words in docs/signing.md', () => {
  const page = readFileSync(new URL('../../docs/signing.md', import.meta.url), 'utf8');
  expect(page.replace(/\s+/g, ' ')).toContain(dialectCaution);
});
