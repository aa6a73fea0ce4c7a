import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import SqliteDatabase from 'better-sqlite3';
import { balance } from '../fixtures/callback-steps.ts';
import { openAgent } from '../fixtures/open-agent.ts';
import { runCli, workingFolder } from './run-cli.ts';

/** Nothing listens there. */
const nobody = 'http://127.0.0.1:1/callback';

describe('a load that cannot be played', () => {
  it('tells an agent that is not there as test does, and ends with 3', async () => {
    const { code, stderr } = await runCli(['load', nobody]);

    expect(code).toBe(3);
    expect(stderr).toContain('Nothing listens on 127.0.0.1:1');
  });

  it('tells a wrong token as test does, and calls nobody else', async () => {
    const agent = await openAgent();
    const { code, stderr } = await runCli(['load', agent.url, '--token', 'a-wrong-one']);
    await agent.close();

    expect(code).toBe(3);
    expect(stderr).toContain('the two sides have different tokens');
    expect(stderr).not.toContain('a-wrong-one');
  });

  it('refuses a target outside of private networks', async () => {
    const { code, stderr } = await runCli(['load', 'http://8.8.8.8/callback']);

    expect(code).toBe(3);
    expect(stderr).toContain('--allow-public-target');
  });
});

describe('the options of a load', () => {
  it.each([
    [['--players', '2000'], "--player-pattern 'load-{n}'"],
    [['--rate', '5000/s'], '--max-rate 5000/s'],
    [['--ramp', '1m', '--for', '5m'], '--max-time 6m'],
    [['--rate', '2000/s', '--for', '4m'], '--max-callbacks 485000'],
    [['--spike', '2000/s'], 'Expected a rate, a time and a duration: 2000/s@30s+5s.'],
    [['--faults', 'duplicate=2%'], 'did you mean `duplicates`?'],
    [['--fail-on', 'fast'], "'makeBet p99<200ms'"],
    [['--reporter', 'markdown'], 'Use one of: pretty, json, html, junit.'],
    [['--slice', '5/4'], 'slices count from 1 to 4'],
    [['--slice', '1/4'], 'need one nonce'],
    [['--start-at', '2020-01-01T00:00:00Z'], '--start-at 2020-01-01T00:00:00.000Z was'],
    [['--start-at', 'noon'], 'such as 2026-12-31T12:00:00Z, or Unix seconds'],
    [['--settle', 'nothing.jsonl'], 'cannot read nothing.jsonl'],
    [['--example-agent'], 'to the example agent, not to both'],
  ])('refuses %j, and says what to write', async (args, told) => {
    const { code, stderr } = await runCli(['load', nobody, ...args]);

    expect(code).toBe(2);
    expect(stderr).toContain(told);
  });

  it('tells what was taken of a scheduler, and what was not', async () => {
    const taken = await runCli(['load', nobody, '--slices', '2', '--nonce', 'load-7'], {
      env: { JOB_COMPLETION_INDEX: '1' },
    });
    const left = await runCli(['load', nobody], { env: { JOB_COMPLETION_INDEX: '1' } });

    expect(taken.stderr).toContain('slice 2 of 2, by JOB_COMPLETION_INDEX');
    expect(left.stderr).toContain('JOB_COMPLETION_INDEX is set, and not --slices');
  });
});

describe('load --settle', () => {
  const players = [{ id: 'load-1', purses: { USD: '70.50' } }];
  const file = join(workingFolder, 'left.jsonl');

  const settle = async (callbackUrl: string) => {
    const header = { kind: 'load-balances', agentId: 1001, callbackUrl, nonce: 'n7', gameId: 101 };
    const account = { playerId: 'load-1', username: 'load-1', currency: 'USD', language: 'en' };
    const lines = [
      { ...header, startedAt: '2026-03-01T12:00:00.000Z' },
      { ...account, sessionId: 's-load-1', balance: '100.00' },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    await writeFile(file, `${text}\n{"playerId":"lo`);
    return await runCli(['load', '--settle', file]);
  };

  it('gives back what the file says, is done twice without harm, and goes', async () => {
    const agent = await openAgent({ players });
    const first = await settle(agent.url);
    const second = await settle(agent.url);
    const third = await runCli(['load', '--settle', file]);
    await agent.close();

    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 account given back'),
    });
    expect(second).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 accounts given back, 1 had'),
    });
    expect(third).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot read') });
  });

  it('meets the agent in a session of the load: it may know no other', async () => {
    const database = join(workingFolder, 'sessions.db');
    const agent = await openAgent({ players, database, variant: 'own-session-ids' });
    const sessions = new SqliteDatabase(database);
    sessions.prepare("INSERT INTO sessions VALUES ('s-load-1', 'load-1', 'USD', 1)").run();
    sessions.close();
    const settled = await settle(agent.url);
    const left = await agent.play(balance({ player_id: 'load-1', session_id: 's-load-1' }));
    await agent.close();

    expect(settled).toMatchObject({ code: 0, stderr: '' });
    expect(left).toEqual(['100.00']);
  });
});

it('load merge refuses what is no report', async () => {
  const file = join(workingFolder, 'no-report.json');
  await writeFile(file, '{"verdict":"conformant"}');
  const { code, stderr } = await runCli(['load', 'merge', file]);

  expect(code).toBe(2);
  expect(stderr).toContain(`${file} is no report of a load`);
});
