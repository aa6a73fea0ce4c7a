import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { logs } from '../../../src/cli/commands/logs.ts';
import { openServer } from '../../../src/serve/open-server.ts';
import type { Exchange } from '../../../src/spec/exchange.ts';
import { openFolder } from '../../journal/both-journals.ts';
import { exchangeNumber, judgementOf } from '../../journal/sample-exchanges.ts';
import { serverOptions } from '../../serve/server-options.ts';
import { captureOutput } from '../capture-output.ts';

let place: ReturnType<typeof openFolder>;

beforeEach(() => {
  place = openFolder();
});

afterEach(async () => await place.remove());

const bet = (number: number, changes: Partial<Exchange> = {}): Exchange =>
  exchangeNumber(number, {
    request: {
      method: 'POST',
      url: 'http://h/callback',
      headers: {},
      body: Buffer.from('{"currency":"USD","bet":5,"win":2.50}'),
    },
    startedAt: Date.UTC(2026, 0, 1) + number,
    ...changes,
  });

/** What `logs` prints of a journal with these exchanges, all of them judged as wrong but the first. */
const printed = async (exchanges: readonly Exchange[], flags: Partial<Parameters<typeof logs>[0]>): Promise<string> => {
  const journal = await place.open();
  for (const exchange of exchanges) {
    journal.record(exchange);
    journal.judge(judgementOf(exchange.id, exchange.id === 'x-1' ? 'right' : 'wrong'));
  }
  await journal.flush();
  const output = captureOutput();
  try {
    expect(await logs({ url: '', journal: place.file, color: false, ...flags })).toBe(0);
  } finally {
    output.end();
  }
  return output.written.stdout;
};

const three = [bet(1), bet(2), bet(3, { subject: { agentId: 7 } })];

describe('logs of a journal file', () => {
  it('tells an exchange on a line: time, direction, what, whom, money, duration, verdict', async () => {
    expect(await printed([bet(1)], {})).toBe(
      '00:00:00.001 -> makeBet 200 player-1 tx-1 bet 5.00 win 2.50 balance 100.50 USD 2 ms right\n',
    );
  });

  it.each([
    [{ verdict: 'right' }, ['x-1']],
    [{ agent: 7 }, ['x-3']],
    [{ player: 'player-2' }, ['x-2']],
    [{ transaction: 'tx-1' }, ['x-1']],
    [{ session: 'session-2' }, ['x-2']],
    [{ type: 'rollback' }, []],
    [{ limit: 2 }, ['x-2', 'x-3']],
    [{ since: 60_000 }, []],
  ] as const)('%j picks %j', async (flags, ids) => {
    const lines = (await printed(three, { ...flags, json: true })).split('\n').filter(Boolean);
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids);
  });

  it('goes back over as many pages as are wanted', async () => {
    const many = Array.from({ length: 1203 }, (_, index) => bet(index + 1));
    const lines = (await printed(many, { limit: 1100, json: true })).trim().split('\n');
    expect(lines).toHaveLength(1100);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: 'x-104' });
  });

  it('prints the bodies, and no control of theirs', async () => {
    const body = Buffer.from('{"currency":"\u001b[31m\\n"}');
    const { request } = bet(1);
    const told = await printed([bet(1, { request: { ...request, body } })], { body: true });
    expect(told).toMatch(/^[\n -~]*$/);
    expect(told.split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^ {2}> \{"currency":"\\u\{001b\}\[31m/),
      '  < {"content":{"balance":100.5}}',
    ]);
  });
});

describe('logs that follow a journal file', () => {
  it('tell what is written, each with the verdict that comes after it, until it is interrupted', async () => {
    const journal = await place.open();
    journal.record(bet(1));
    await journal.flush();
    const output = captureOutput();
    const written = async (text: string): Promise<void> => {
      while (!output.written.stdout.includes(text)) await delay(1);
    };
    try {
      const ended = logs({ url: '', journal: place.file, color: false, follow: true, limit: 0 });
      // It prints nothing of the past: the first line is of what comes now.
      while (!output.written.stdout.includes('tx-')) {
        journal.record(bet(2));
        journal.judge(judgementOf('x-2', 'wrong'));
        await journal.flush();
        await delay(1);
      }
      journal.record(bet(3));
      await journal.flush();
      journal.judge(judgementOf('x-3', 'wrong'));
      await written('tx-3');
      process.emit('SIGINT');
      expect(await ended).toBe(0);
    } finally {
      output.end();
    }
    expect(output.written.stdout).toMatch(/tx-2 .* wrong\n/);
    expect(output.written.stdout).toMatch(/tx-3 .* wrong\n/);
    expect(output.written.stdout).not.toContain('tx-1');
  });
});

describe('logs that follow a platform', () => {
  const ask = async (url: string): Promise<unknown> =>
    await fetch(`${url}/api/games/list`, { method: 'POST', body: '{}' }).then((answer) => answer.text());

  it('tell each request once, until they are interrupted or the platform ends', async () => {
    const server = await openServer(serverOptions());
    const output = captureOutput();
    const told = (): number => output.written.stdout.split('<- list').length - 1;
    const until = async (count: number): Promise<void> => {
      while (told() < count) await delay(1);
    };
    try {
      await ask(server.url);
      const first = logs({ url: server.url, color: false, follow: true });
      await until(1);
      // The first of these may be read before it waits for news; the others are not.
      for (const count of [2, 3, 4]) {
        await ask(server.url);
        await until(count);
      }
      process.emit('SIGINT');
      expect(await first).toBe(0);
      // Those of before are told again.
      const second = logs({ url: server.url, color: false, follow: true });
      await until(8);
      await server.close();
      await expect(second).rejects.toMatchObject({
        code: 'target',
        message: expect.stringMatching(/^(?:The|No) platform at /),
      });
    } finally {
      output.end();
      await server.close();
    }
    expect(told()).toBe(8);
  });
});

it('names what cannot be read: a file, a platform, a URL', async () => {
  const flags = { color: false, journal: undefined };
  await expect(logs({ ...flags, url: '', journal: '/nowhere/j.db' })).rejects.toThrow('no journal');
  await expect(logs({ ...flags, url: 'http://127.0.0.1:1' })).rejects.toMatchObject({
    code: 'target',
  });
  await expect(logs({ ...flags, url: 'here' })).rejects.toMatchObject({ code: 'usage' });
});
