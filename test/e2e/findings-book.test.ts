import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FindingsView, FindingView } from '../../src/api/schemas/findings.ts';
import { openServed, type Served } from './open-served.ts';

let folder = '';
let served: Served;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'findings-'));
  served = await start();
});
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

const start = async (): Promise<Served> =>
  await openServed('--defect', 'win-kept', '--journal', join(folder, 'journal.db'));

const findings = async (): Promise<readonly FindingView[]> => (await served.admin<FindingsView>('findings')).findings;

it('a breach in live traffic is one finding with its calls and its arithmetic', async () => {
  const bet = { type: 'makeBet', playerId: 'player-1', bet: '1', win: '5' };
  const { exchangeIds } = await served.admin<{ exchangeIds: string[] }>('trigger', bet);
  await served.admin(`exchanges/${exchangeIds.at(-1)}/rollback`, {});

  const { findings: found, judged, unjudged } = await served.admin<FindingsView>('findings');
  expect(found).toEqual([
    expect.objectContaining({
      ...{ id: 'win-not-reverted', code: 'win-not-reverted', weight: 'breach', count: 1 },
      ...{ arithmetic: '1005.00 = 1000.00 + 5.00', before: '1000.00' },
    }),
  ]);
  expect(found[0]?.calls).toMatchObject([
    { kind: 'makeBet', bet: '1.00', win: '5.00', answered: '1004.00', isWrong: false },
    { kind: 'rollback', answered: '1005.00', due: '1000.00', isWrong: true },
  ]);
  expect(judged).toMatchObject({ wrong: 1, unjudged: 0 });
  expect(unjudged).toEqual([]);
});

it('it is there after a restart', async () => {
  const before = await served.admin<FindingsView>('findings');
  await served.close();
  served = await start();
  expect(await served.admin<FindingsView>('findings')).toEqual(before);
});

it('is muted in the baseline file, and unmuted', async () => {
  const path = 'findings/win-not-reverted/mute';
  const muted = await served.admin<FindingsView>(path, { reason: 'PAY-17' });
  expect(muted.findings).toMatchObject([{ id: 'win-not-reverted', muted: 'PAY-17' }]);
  const file = join(served.folder, 'walletproof.baseline.yaml');
  expect(await readFile(file, 'utf8')).toMatch(/requirement: RB-02\n +code: win-not-reverted/);

  await fetch(`${served.url}/__admin/${path}`, { method: 'DELETE' });
  expect((await findings())[0]?.muted).toBeUndefined();
});

it('what live traffic showed is recorded and played again', async () => {
  await served.play('findings/win-not-reverted/play', {});
  expect(await findings()).toMatchObject([{ id: 'win-not-reverted', lastPlay: 'shown', count: 2 }]);
});

it('a run of scenarios merges into the same finding', async () => {
  const [before] = await findings();
  const scenarios = ['rollback/bet-and-win', 'rollback/another-session'].map(
    (name) => `scenarios/conformance/${name}.yaml`,
  );
  const id = await served.play('runs', { scenarios });
  const after = await findings();
  expect(after.map((finding) => finding.id)).toEqual(['win-not-reverted']);
  expect(after[0]?.count).toBeGreaterThan(before?.count ?? 0);
  expect(after[0]?.sightings[0]?.run?.id).toBe(id);
  expect(after[0]?.scenarios).toEqual(expect.arrayContaining(scenarios));
});

it('a reset forgets them', async () => {
  await served.admin('reset', {}).catch(() => undefined);
  expect(await findings()).toEqual([]);
});
