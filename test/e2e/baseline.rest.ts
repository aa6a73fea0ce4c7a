import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { reportOf } from './report-of.ts';
import { runCli } from './run-cli.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const demo = ['demo', '--only', 'RB-02', '--defect', 'win-kept'];

it('lives with a breach: writes it down, knows it, and says when it is gone', async () => {
  const file = join(folder, 'baseline.yaml');
  const found = await runCli([...demo, '--write-baseline', file]);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll('to be filled in', 'W-812, mended soon'));
  const known = await reportOf([...demo, '--baseline', file]);
  const mended = await runCli(['demo', '--only', 'RB-02', '--baseline', file]);

  expect(found.code).toBe(1);
  expect(found.stderr).toMatch(/baseline\.yaml knows \d+ breach/);
  expect(text).toContain('- requirement: RB-02\n    code: win-not-reverted\n');
  expect(known.run.requirements.filter(({ verdict }) => verdict === 'failed')).toMatchObject(
    known.run.requirements.filter(({ verdict }) => verdict === 'failed').map(() => ({ known: true })),
  );
  expect(known.run.verdict).not.toBe('nonconformant');
  expect(known.run.baseline?.known).toBeGreaterThan(0);
  expect(mended.stdout).toMatch(/stale\s+RB-02 win-not-reverted: W-812, mended soon/);
  expect(mended.code).toBe(1);
});

it('points at what is wrong in a baseline, before anything is played', async () => {
  const file = join(folder, 'wrong.yaml');
  await writeFile(file, 'known:\n  - { requirement: RB-2, code: win-not-reverted, reason: W-1 }\n');
  const { code, stdout, stderr } = await runCli([...demo, '--baseline', file]);

  expect(stderr).toContain('wrong.yaml:2:20');
  expect(stderr).toContain('did you mean `RB-02`?');
  expect(stdout).toBe('');
  expect(code).toBe(2);
});
