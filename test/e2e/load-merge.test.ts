import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LoadParts } from '../../src/load/conclude-load.ts';
import { breachOf, loadOf } from '../load/made-up-load.ts';
import { runCli } from './run-cli.ts';

let cwd = '';

const writeSlice = async (index: number, changes: Partial<LoadParts> = {}): Promise<void> => {
  const report = loadOf({ slices: [{ index, count: 3 }], ...changes });
  await writeFile(join(cwd, `slice-${index}.json`), JSON.stringify(report));
};

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'walletproof-'));
  await writeSlice(1);
  await writeSlice(2, { breaches: [breachOf()], breachCounts: { 'lost-update': 1 } });
  await writeSlice(3);
});

afterAll(async () => {
  await rm(cwd, { recursive: true });
});

const merge = async (...args: readonly string[]) => await runCli(['load', 'merge', ...args], { cwd });

describe('walletproof load merge', () => {
  it('tells all slices as one load, and fails for a breach of one', async () => {
    const { code, stdout } = await merge('slice-1.json', 'slice-2.json', 'slice-3.json');
    expect(code).toBe(1);
    expect(stdout).toContain('NOT CONFORMANT  60 answers judged');
  });

  it('writes the reports that it is asked for', async () => {
    const files = ['slice-1.json', 'slice-2.json', 'slice-3.json'];
    const { code } = await merge(...files, '--out', 'all.json', '--reporter', 'html=all.html');
    expect(code).toBe(1);
    expect(JSON.parse(await readFile(join(cwd, 'all.json'), 'utf8'))).toMatchObject({ judged: 60 });
    expect(await readFile(join(cwd, 'all.html'), 'utf8')).toContain('NOT CONFORMANT under load');
  });

  it('leaves the verdict open where a slice is missing', async () => {
    const { code, stdout } = await merge('slice-1.json', 'slice-3.json');
    expect(code).toBe(3);
    expect(stdout).toContain('Slice 2 of 3 is missing');
  });

  it('refuses a slice that is given twice', async () => {
    const { code, stderr } = await merge('slice-1.json', 'slice-1.json');
    expect(code).toBe(2);
    expect(stderr).toContain('slice-1.json has slice 1 of 3, and is given twice.');
  });
});
