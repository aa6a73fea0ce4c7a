import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { RunView } from '../../src/api/schemas/runs.ts';
import type { Settings } from '../../src/cli/resolve-settings.ts';
import { openServeRuns } from '../../src/cli/serve-runs.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import type { Run } from '../../src/formats/run.ts';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { type StoredRun, storedRuns } from '../../src/run/stored-runs.ts';
import { say } from '../serve/open-wallet.ts';
import { type OpenWired, openWired, rowOf } from '../serve/open-wired.ts';

const text =
  'scenario: A repeated makeBet is applied once\nrequirements: [IDEM-01]\nfund: 10\nsteps:\n  - makeBet: { id: a, bet: 1, win: 0 }\n  - resend: a\n';
const scenario = parseScenario({ text, file: 'once.yaml' });

let open: OpenWired;
let folder: string;
const errors: unknown[] = [];
beforeEach(async () => {
  errors.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  open = await openWith(join(folder, 'journal.db'));
});
afterEach(async () => {
  await open.close();
  await rm(folder, { recursive: true, force: true });
});

const openWith = async (journal: string, stored: readonly StoredRun[] = []): Promise<OpenWired> => {
  let nonce = 0;
  const wired = await openWired({
    suite: async () => [scenario],
    openRuns: async (host) =>
      await openServeRuns({
        ...{ host, journal, allowPublicTarget: false, hooks: () => ({}) },
        ...{ stored, scenariosFolder: folder, callbackUrl: () => wired.wallet.url },
        settings: () => {
          nonce += 1;
          return settingsOf(wired.wallet.url, `n${nonce}`);
        },
        onError: (error) => errors.push(error),
      }),
  });
  return wired;
};

const settingsOf = (callbackUrl: string, nonce: string): Settings => {
  const [agent] = defaultConfiguration.agents;
  const players = agent?.players ?? [];
  return {
    ...{ configuration: defaultConfiguration, callbackUrl, otherToken: 'other-token', players },
    agent: { id: 1001, token: 'test-token', unavailableGames: [], players, dialect: 'minimal' },
    ...{ gameId: 101, seed: 7, nonce, sessions: [], timeoutMs: 5_000 },
  };
};

/** Starts a run, and waits for its end. */
const run = async (): Promise<RunView> => {
  const { events, until } = open.listen();
  await open.admin.runs.start({});
  await until((event) => event.kind === 'run' && event.run.state !== 'running');
  return events.flatMap((event) => (event.kind === 'run' ? event.run : [])).at(-1) as RunView;
};

it('plays the suite against the agent, and keeps its report beside the journal', async () => {
  const view = await run();
  expect(view).toMatchObject({ state: 'finished', verdict: 'conformant', total: 1, done: 1 });
  expect(await readdir(join(folder, 'runs'))).toHaveLength(2);
  expect((await open.admin.runs.one(view.id))?.scenarios[0]?.verdict).toBe('passed');
  expect(await open.admin.runs.report(view.id)).toContain('<!doctype html>');
  expect(errors).toEqual([]);
});

it('has every call of a run in the journal once, as the run’s', async () => {
  const { id } = await run();
  const { rows } = await open.admin.journal.rows({ limit: 500 });
  expect(rows).toHaveLength(open.wallet.arrived.length);
  expect(new Set(rows.map(({ exchange }) => exchange.origin))).toEqual(new Set(['run']));
  const reported = (await open.admin.runs.one(id))?.exchanges.map((exchange) => exchange.id) ?? [];
  expect(rows.map(({ exchange }) => exchange.id)).toEqual(expect.arrayContaining(reported));
});

it('says of every call of a run which step it is, and what the report says of it', async () => {
  const { id } = await run();
  const { rows } = await open.admin.journal.rows({ limit: 500, runId: id });
  const reported = (await open.admin.runs.one(id))?.exchanges ?? [];
  expect(rows).toHaveLength(open.wallet.arrived.length);
  for (const { exchange, judgement } of rows) {
    const told = reported.find((each) => each.id === exchange.id);
    expect(exchange.run?.scenario).toBe(told?.scenario);
    expect([exchange.run?.label, exchange.run?.line]).toEqual([told?.label, told?.line]);
    expect(judgement?.sentence).toBe(told?.judgement?.sentence);
    expect(judgement?.verdict).toMatch(/^(?:right|unjudged)$/);
  }
  expect(rows.map(({ exchange }) => exchange.run?.label)).toContain('makeBet a');
});

it('has ids of its own in each run', async () => {
  const [one, two] = [await run(), await run()];
  expect(one.id).not.toBe(two.id);
  expect(two.verdict).toBe('conformant');
  expect(open.admin.runs.list().map(({ id }) => id)).toContain(one.id);
});

it('blames the agent for nothing that a run moved meanwhile', async () => {
  await open.admin.callbacks.trigger({ type: 'getBalance' });
  await run();
  const after = await open.admin.callbacks.trigger({ type: 'makeBet', bet: '1' });
  expect((await rowOf(open, after.exchangeIds[0])).judgement?.verdict).not.toBe('wrong');
});

it('shows no token in a report that the agent answered', async () => {
  for (let count = 0; count < 20; count += 1) {
    open.wallet.next(say(200, { content: { balance: 100 }, error: 'test-token' }));
  }
  const { id } = await run();
  const report = JSON.stringify(await open.admin.runs.one(id)) + (await open.admin.runs.report(id));
  expect(report).toContain('**********');
  expect(report).not.toContain('test-token');
});

it('has no report of a run that never was', async () => {
  expect(await open.admin.runs.report('../journal')).toBeUndefined();
});

it('ends a run under way when the platform does, and the judges work again', async () => {
  open.wallet.next('never');
  await open.admin.runs.start({});
  while (open.wallet.arrived.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(open.admin.runs.interrupt()).toBe(true);
  const { until } = open.listen();
  await until((event) => event.kind === 'run' && event.run.state !== 'running');
  const after = await open.admin.callbacks.trigger({ type: 'getBalance' });
  expect((await rowOf(open, after.exchangeIds[0])).judgement?.verdict).toBe('right');
});

it('shows a run that was made elsewhere, with its exchanges and its report, and keeps none of it', async () => {
  const { id } = await run();
  const made = await open.admin.runs.one(id);
  await open.close();
  open = await openWith(join(folder, 'other', 'journal.db'), storedRuns([{ file: 'ci.json', run: made as Run }]));
  expect(open.admin.runs.list().map((each) => [each.id, each.state, each.title])).toEqual([
    ['stored-1', 'finished', 'ci.json: A repeated makeBet is applied once'],
  ]);
  expect((await open.admin.runs.one('stored-1'))?.seed).toBe(made?.seed);
  expect(await open.admin.runs.report('stored-1')).toContain('<!doctype html>');
  const { journal } = open.admin;
  const { rows } = await journal.rows({ limit: 500, runId: 'stored-1' });
  expect(rows.map(({ exchange }) => exchange.id)).toEqual(made?.exchanges.map((each) => each.id));
  const resent = rows.find(({ exchange }) => exchange.run?.label?.startsWith('a again'));
  expect(resent).toMatchObject({ exchange: { run: { line: 6 } }, judgement: { verdict: 'right' } });
  expect(await journal.row(String(resent?.exchange.id))).toEqual(resent);
  expect((await journal.rows({ limit: 9 })).rows).toEqual([]);
});
