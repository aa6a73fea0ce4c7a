import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { openAgent } from '../fixtures/open-agent.ts';
import { idsWith, reportOf } from './report-of.ts';

/** Passes callbacks on to an agent, and dies with the call of that number unanswered. */
const openMortal = async (target: string, lastCall: number): Promise<string> => {
  let left = lastCall;
  const proxy = createServer(async (request, response) => {
    left -= 1;
    if (left === 0) {
      proxy.close();
      proxy.closeAllConnections();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const signature = String(request.headers['x-signature'] ?? '');
    const answer = await fetch(target, {
      method: 'POST',
      body: Buffer.concat(chunks),
      headers: { 'content-type': 'application/json', 'x-signature': signature },
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  return await listening(proxy);
};

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
};

/** Gives player one money behind the agent's back, again and again. */
const openWriter = (file: string, everyMs: number): { close(): void } => {
  const database = new Database(file);
  const give = database.prepare(
    "UPDATE purses SET balance = balance + 613 WHERE player_id = 'player-1' AND currency = 'USD'",
  );
  const writing = setInterval(() => give.run(), everyMs);
  return {
    close: () => {
      clearInterval(writing);
      database.close();
    },
  };
};

describe('what could not be judged is neither passed nor a breach', () => {
  // Whole runs of this: test/run/foreign-money, in virtual time.
  it('somebody else moves the money every 15 ms', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
    const file = join(folder, 'wallet.db');
    const agent = await openAgent({ database: file });
    const writer = openWriter(file, 15);
    const { code, run } = await reportOf(['test', agent.url, '--only', 'BET,RB']);
    writer.close();
    await agent.close();
    await rm(folder, { recursive: true });

    expect(idsWith(run, 'failed', 'warned')).toEqual([]);
    expect(idsWith(run, 'inconclusive').length).toBeGreaterThan(5);
    expect(run.scenarios.map(({ reason }) => reason).join()).toContain('Something else moves the money of player-1');
    expect(code).toBe(3);
  });

  it('the agent dies in the middle of the run', async () => {
    const agent = await openAgent({});
    const { run } = await reportOf(['test', await openMortal(agent.url, 300)]);
    await agent.close();

    // The call under way when it died was not answered: that, and nothing else, may be held against it.
    expect(idsWith(run, 'failed').length).toBeLessThan(2);
    expect(idsWith(run, 'blocked').length).toBeGreaterThan(20);
    expect(run.root?.reason).toMatch(/nothing listens/i);
    expect(run.root?.remedy).toContain('Start the agent');
    expect(run.verdict).not.toBe('conformant');
  });
});

describe('an answer without a balance', () => {
  it('is one root for everything, and a breach in itself', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"balance":1000}');
    });
    const { code, run } = await reportOf(['test', await listening(server)]);
    server.closeAllConnections();
    server.close();

    expect(idsWith(run, 'failed')).toEqual(['BAL-01']);
    expect(run.summary.passed).toBe(0);
    expect(run.root?.remedy).toContain('{"content":{"balance":1000.50}}');
    expect(code).toBe(1);
  });
});
