import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LoadReport } from '../../src/formats/load-report.ts';
import { defaultToken } from '../fixtures/wire-of.ts';
import { balancesBefore, type LoadedAgent, openLoadedAgent } from '../load/open-loaded-agent.ts';
import { runCli, type StartedCli, startCli } from './run-cli.ts';

let cwd = '';
const agents: LoadedAgent[] = [];

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'walletproof-load-'));
});

afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close();
  await rm(cwd, { recursive: true });
});

const opened = async (options: Parameters<typeof openLoadedAgent>[0]): Promise<LoadedAgent> => {
  const agent = await openLoadedAgent(options);
  agents.push(agent);
  return agent;
};

const cli = async (...args: readonly string[]) => await runCli(args, { cwd });

const readIn = async (...path: readonly string[]): Promise<string> => await readFile(join(cwd, ...path), 'utf8');

const reportIn = async (file: string): Promise<LoadReport> => JSON.parse(await readIn(file));

/** What loads have left beside the agents that are remembered. */
const leftBehind = async (): Promise<string[]> =>
  (await readdir(join(cwd, '.walletproof'))).filter((name) => name.startsWith('load-'));

const token = ['--token', defaultToken];
const short = ['--rate', '50/s', '--ramp', '1s', '--for', '2s'];

/** The options of a load of the players of that agent. */
const loadOf = ({ url, players }: LoadedAgent, ...args: readonly string[]): readonly string[] => {
  const who = ['--player-pattern', 'load-{n}', '--players', `${players.length}`];
  return ['load', url, ...token, ...who, ...args];
};

const endless = ['--rate', '100/s', '--ramp', '1s', '--for', '2m'];

/** An agent in which something happens as soon as so many callbacks came. */
const openedUntil = async (calls: number) => {
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const agent = await opened({
    players: 8,
    before: async (call) => {
      if (call === calls) reach();
      return undefined;
    },
  });
  const reachedBy = async ({ ended }: StartedCli): Promise<void> => {
    const early = ended.then(({ stderr }) => {
      throw new Error(`It ended before: ${stderr}`);
    });
    await Promise.race([reached, early]);
  };
  return { agent, reachedBy };
};

it('a right agent is conformant under load, in every report', async () => {
  const reports = ['json=load.json', 'html=load.html', 'junit=load.xml'];
  const { code, stderr } = await cli(
    'load',
    '--example-agent',
    ...['--players', '10', ...short],
    ...reports.flatMap((reporter) => ['--reporter', reporter]),
  );
  const report = await reportIn('load.json');

  expect(code).toBe(0);
  expect(stderr).toContain('CONFORMANT');
  expect(report).toMatchObject({ verdict: 'conformant', breaches: [], doubts: [] });
  expect(report.money).toMatchObject([{ currency: 'USD', players: 10, drift: '0.00' }]);
  expect(await readIn('load.html')).toContain('CONFORMANT under load');
  expect(await readIn('load.xml')).toMatch(/<testsuite [^>]*failures="0"/);
  expect(await leftBehind()).toEqual([]);
});

it('an agent that loses updates is told so, and loses them again in the scenarios of the load', async () => {
  const agent = await opened({ players: 8, defect: 'lost-update' });
  const loaded = await cli(...loadOf(agent, ...short, '--faults', 'races=80%', '--out', 'load.json'));
  const report = await reportIn('load.json');
  const balances = agent.balances();
  const [folder = ''] = await leftBehind();
  const files = join('.walletproof', folder);
  const played = await cli('play', files, '--callback-url', agent.url, ...token, '--player', 'load-1');

  expect(loaded.code).toBe(1);
  expect(loaded.stdout).toContain('NOT CONFORMANT');
  expect(balances).toEqual(balancesBefore(agent));
  expect(report.breachCounts['lost-update']).toBeGreaterThan(0);
  expect(report.breaches.flatMap(({ scenarioFile }) => scenarioFile ?? [])).toEqual(
    (await readdir(join(cwd, files))).map((file) => join(files, file)),
  );
  expect(played).toMatchObject({ code: 1, stdout: expect.stringContaining('lost-update') });
});

describe('a load that ends before its time', () => {
  it('gives the money back after Ctrl-C, and tells that it is partial', async () => {
    const { agent, reachedBy } = await openedUntil(80);
    const started = startCli(loadOf(agent, ...endless, '--out', 'load.json'), { cwd });
    await reachedBy(started);
    started.kill('SIGINT');
    const { code, stdout } = await started.ended;
    const report = await reportIn('load.json');

    expect(code).toBe(130);
    expect(stdout).toContain('It was interrupted before its end');
    expect(report).toMatchObject({ partial: true, verdict: 'inconclusive', breaches: [] });
    expect(agent.balances()).toEqual(balancesBefore(agent));
    expect(await leftBehind()).toEqual([]);
  });

  it('is given back by load --settle where it was killed', async () => {
    const { agent, reachedBy } = await openedUntil(80);
    const started = startCli(loadOf(agent, ...endless), { cwd });
    await reachedBy(started);
    started.kill('SIGKILL');
    await started.ended;
    await agent.left();
    const moved = agent.balances();
    const [file = ''] = await leftBehind();
    const settled = await cli('load', '--settle', join('.walletproof', file), ...token);

    expect(moved).not.toEqual(balancesBefore(agent));
    expect(settled).toMatchObject({ code: 0, stdout: expect.stringContaining('given back') });
    expect(agent.balances()).toEqual(balancesBefore(agent));
    expect(await leftBehind()).toEqual([]);
  });
});

it('two slices are one load, once they are merged', async () => {
  const agent = await opened({ players: 9 });
  const slice = async (number: number) =>
    await cli(
      ...loadOf(agent, ...short),
      ...['--slice', `${number}/2`, '--nonce', 'load-7', '--out', `slice-${number}.json`],
    );
  const slices = await Promise.all([slice(1), slice(2)]);
  const merged = await cli('load', 'merge', 'slice-1.json', 'slice-2.json', '--out', 'load.json');
  const [one, other] = [await reportIn('slice-1.json'), await reportIn('slice-2.json')];
  const report = await reportIn('load.json');
  const sums = ({ judged, callbacks, money }: LoadReport) => [
    judged,
    ...(['getBalance', 'makeBet', 'rollback'] as const).map((type) => callbacks[type] ?? 0),
    money[0]?.players ?? 0,
  ];

  expect(slices.map(({ code }) => code)).toEqual([0, 0]);
  expect(merged.code).toBe(0);
  expect(sums(report)).toEqual(sums(one).map((count, n) => count + (sums(other)[n] ?? 0)));
  expect([one, other, report].map(({ money }) => money[0]?.players)).toEqual([5, 4, 9]);
  expect(report).toMatchObject({
    verdict: 'conformant',
    slices: [
      { index: 1, count: 2 },
      { index: 2, count: 2 },
    ],
    money: [{ drift: '0.00', residues: [] }],
  });
  expect(agent.balances()).toEqual(balancesBefore(agent));
});
