import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { RunView } from '../../src/api/schemas/runs.ts';
import type { Run } from '../../src/formats/run.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import { RunDesk, type RunToPerform } from '../../src/run/run-desk.ts';
import { openRunStore } from '../../src/run/run-store.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { aFinding, aRequirement, aRun } from '../report/run-builder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const scenario = (file: string, title: string): Scenario => ({
  ...{ file, title, requirements: [], players: 1, currencies: 1, fund: '0', steps: [] },
});
const suite = [scenario('a.yaml', 'The first'), scenario('b.yaml', 'The second')];

type Perform = (run: RunToPerform) => Promise<Run>;

const performed =
  (run: Run): Perform =>
  async ({ scenarios, tell }) => {
    tell({
      kind: 'run-started',
      ...{ seed: 1, nonce: 'n', agent: run.agent, scenarioCount: scenarios.length },
    });
    for (const { file, title } of scenarios) {
      tell({ kind: 'scenario-started', file, title });
      const verdict = file === 'b.yaml' ? ('failed' as const) : ('passed' as const);
      const result = { file, title, requirements: [], verdict, durationMs: 1 };
      const finding = aFinding({ message: 'debited twice' });
      const findings = verdict === 'failed' ? [aFinding({ weight: 'note' }), finding] : [];
      tell({ kind: 'scenario-finished', result, findings });
    }
    tell({ kind: 'run-finished', run });
    return run;
  };

const openDesk = async (perform: Perform) => {
  const clock = createManualClock(Date.parse('2026-01-01'));
  const views: RunView[] = [];
  const errors: unknown[] = [];
  let count = 0;
  const desk = new RunDesk({
    perform,
    scenarios: async () => ({ suite, saved: [] }),
    store: await openRunStore(folder),
    clock,
    newId: () => {
      count += 1;
      return `run-${count}`;
    },
    onChange: (view) => views.push(view),
    onError: (error) => errors.push(error),
  });
  return { desk, clock, views, errors };
};

const broken = aRun({
  verdict: 'nonconformant',
  requirements: [aRequirement({ id: 'BET-01', verdict: 'failed' })],
});

it('lists a run as under way until its report can be read', async () => {
  const seen: (string | undefined)[] = [];
  const { desk } = await openDesk(async (run) => {
    const ended = await performed(broken)(run);
    // The report is not written before this returns.
    seen.push(desk.list()[0]?.state);
    return ended;
  });
  await desk.start({});
  await desk.close();
  seen.push(desk.list()[0]?.state);
  expect(seen).toEqual(['running', 'finished']);
});

it('lists a finished run with what failed first, and keeps its report', async () => {
  const { desk, views } = await openDesk(performed(broken));
  await desk.start({});
  await desk.close();
  const [run] = desk.list();
  expect(run).toMatchObject({
    ...{ id: 'run-1', state: 'finished', title: 'the whole suite', total: 2, done: 2 },
    ...{ verdict: 'nonconformant', failing: ['BET-01'] },
  });
  expect(run?.scenarios.map(({ file }) => file)).toEqual(['b.yaml', 'a.yaml']);
  expect(run?.scenarios.map(({ reason }) => reason)).toEqual(['debited twice', undefined]);
  expect(run?.scenarios.map(({ durationMs }) => durationMs)).toEqual([1, 1]);
  expect(run).not.toHaveProperty('playing');
  expect(views.at(-1)).toEqual(run);
  expect(await desk.one('run-1')).toEqual(broken);
});

it('says what is being played', async () => {
  const { desk, clock, views } = await openDesk(async (run) => {
    const { scenarios, tell } = run;
    const agent = broken.agent;
    const told = { seed: 1, nonce: 'n', agent, scenarioCount: scenarios.length };
    const step = async (event: Parameters<typeof tell>[0]) => {
      await clock.advance(200);
      tell(event);
    };
    await step({ kind: 'run-started', ...told });
    for (const { file, title } of suite) await step({ kind: 'scenario-started', file, title });
    const [{ file, title } = { file: '', title: '' }] = suite;
    const result = { file, title, requirements: [], verdict: 'passed' as const, durationMs: 400 };
    await step({ kind: 'scenario-finished', result, findings: [] });
    return broken;
  });
  await desk.start({});
  await desk.close();
  const told = views.map(({ playing }) => playing);
  expect(told.slice(1, 5)).toEqual([undefined, ['a.yaml'], ['a.yaml', 'b.yaml'], ['b.yaml']]);
});

it('finds the runs of an earlier platform again', async () => {
  const first = await openDesk(performed(broken));
  await first.desk.start({ scenarios: ['a.yaml'] });
  await first.desk.close();
  await writeFile(join(folder, 'notes.view.json'), '{ "no": "run" }');
  const second = await openDesk(performed(broken));
  expect(second.desk.list()).toEqual(first.desk.list());
  expect(second.desk.list().map(({ title }) => title)).toEqual(['The first']);
});

it('says what changed between two runs', async () => {
  const { desk } = await openDesk(performed(broken));
  await desk.start({});
  await desk.close();
  await desk.start({});
  await desk.close();
  expect(await desk.compare('run-1', 'run-2')).toMatchObject({ stillFailing: ['BET-01'] });
  expect(await desk.compare('run-1', 'run-9')).toBeUndefined();
});

it('runs one at a time, and says which is under way', async () => {
  const { desk } = await openDesk(performed(broken));
  await desk.start({ scenarios: ['a.yaml'] });
  await expect(desk.start({})).rejects.toThrow('A run is under way: The first.');
  await desk.close();
  await desk.start({});
  await desk.close();
  expect(desk.list()).toHaveLength(2);
});

it('refuses a scenario that is not there, and starts nothing', async () => {
  const { desk } = await openDesk(performed(broken));
  await expect(desk.start({ scenarios: ['../x.yaml'] })).rejects.toThrow('There is no scenario "../x.yaml".');
  expect(desk.list()).toEqual([]);
  expect(desk.interrupt()).toBe(false);
});

it('tells a run that broke down, and goes on', async () => {
  const { desk, errors } = await openDesk(async () => {
    throw new Error('no memory');
  });
  await desk.start({});
  await desk.close();
  expect(desk.list()[0]).toMatchObject({
    state: 'failed',
    error: expect.stringMatching('no memory'),
  });
  expect(errors).toHaveLength(1);
  expect(await readdir(folder)).toEqual([]);
});

it('hands an interruption to the run', async () => {
  const { desk } = await openDesk(async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return { ...broken, partial: true };
  });
  await desk.start({});
  expect(desk.interrupt()).toBe(true);
  await desk.close();
  expect(await desk.one('run-1')).toMatchObject({ partial: true });
});

it('tells of a long run ten times a second at most', async () => {
  const { desk, clock, views } = await openDesk(async ({ tell }) => {
    for (let count = 0; count < 50; count += 1) {
      await clock.advance(10);
      tell({ kind: 'scenario-started', file: 'a.yaml', title: `${count}` });
    }
    return broken;
  });
  await desk.start({});
  await desk.close();
  // The start, five in half a second, the end.
  expect(views).toHaveLength(7);
});

it('reads no file outside its folder', async () => {
  const { desk } = await openDesk(performed(broken));
  await writeFile(join(folder, 'x.report.json'), JSON.stringify(broken));
  expect(await desk.one(`../${folder.split('/').at(-1)}/x`)).toBeUndefined();
  expect(await desk.one('x')).toBeDefined();
});

it('says of scenarios that were picked that they are not the suite', async () => {
  const extents: RunToPerform['extent'][] = [];
  const { desk } = await openDesk(async (run) => {
    extents.push(run.extent);
    return await performed(broken)(run);
  });
  await desk.start({ scenarios: ['a.yaml'] });
  await desk.close();
  await desk.start({});
  await desk.close();
  expect(extents).toEqual(['excerpt', undefined]);
});

it('draws sequences in place of scenarios, and says how far it is', async () => {
  const asked: (number | undefined)[] = [];
  const { desk, clock, views } = await openDesk(async ({ fuzzMs, scenarios, tell, tellDrawn }) => {
    asked.push(fuzzMs, scenarios.length);
    await clock.advance(1000);
    tellDrawn({ sequences: 340, leftMs: 47_500 });
    tell({ kind: 'run-finished', run: broken });
    return broken;
  });
  const { title } = await desk.start({ fuzzSeconds: 60 });
  await desk.close();

  expect([title, asked]).toEqual(['sequences nobody wrote, for 60 s', [60_000, 0]]);
  expect(views).toContainEqual(expect.objectContaining({ state: 'running', total: 60, done: 12, drawn: 340 }));
});
