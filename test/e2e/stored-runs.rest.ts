import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/formats/run.ts';
import { openAgent } from '../fixtures/open-agent.ts';
import { runCli } from './run-cli.ts';

const only = ['--only', 'RB', '--skip', 'RB-06,RB-15'];
let folder = '';
let file = '';
let stored: Run;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  file = join(folder, 'run.json');
  await runCli(['demo', '--defect', 'win-kept', ...only, '--reporter', `json=${file}`]);
  stored = JSON.parse(await readFile(file, 'utf8')) as Run;
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const verdictsOf = ({ requirements }: Run): Record<string, string> =>
  Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));

describe('a stored run is told and judged again', () => {
  it('by any reporter', async () => {
    const { code, stdout } = await runCli(['report', file]);

    expect(stdout).toContain('RB-02');
    expect(stdout).toContain('NOT CONFORMANT');
    expect(code).toBe(0);
  });

  it('comes to the same verdicts when it is judged again, without an agent', async () => {
    const again = join(folder, 'again.json');
    const { code } = await runCli(['judge', file, '--reporter', `json=${again}`]);
    const run = JSON.parse(await readFile(again, 'utf8')) as Run;

    expect(verdictsOf(run)).toEqual(verdictsOf(stored));
    expect(run.summary).toEqual(stored.summary);
    expect(code).toBe(1);
  });

  it('is judged by what it holds: an altered answer changes the verdict', async () => {
    const altered = JSON.parse(JSON.stringify(stored)) as { exchanges: { answerBody: string }[] };
    for (const each of altered.exchanges) {
      each.answerBody = each.answerBody.replace(/"balance":[\d.]+/, '"balance":"a lot"');
    }
    const other = join(folder, 'altered.json');
    await writeFile(other, JSON.stringify(altered));
    const { code, stdout } = await runCli(['judge', other]);

    expect(stdout).toContain('BAL-01');
    expect(code).toBe(1);
  });

  it('is not judged where its answers are missing', async () => {
    const cut = { ...stored, exchanges: stored.exchanges.slice(0, -40) };
    const other = join(folder, 'cut.json');
    await writeFile(other, JSON.stringify(cut));
    const { stdout } = await runCli(['judge', other]);

    expect(stdout).toMatch(/inconclusive/);
  });
});

describe('a stored run is played again', () => {
  it('FAILED against the same defect, FIXED without it', async () => {
    const broken = await openAgent({ defect: 'win-kept' });
    const mended = await openAgent({});
    const token = ['--token', 'test-token'];
    const failed = await runCli(['replay', file, '--callback-url', broken.url, ...token]);
    const fixed = await runCli(['replay', file, 'rb-02', '--callback-url', mended.url, ...token]);
    await broken.close();
    await mended.close();

    expect(failed.stdout).toMatch(/FAILED {2}RB-02/);
    expect(failed.code).toBe(1);
    expect(fixed.stdout).toMatch(/FIXED {2}RB-02/);
    expect(fixed.stdout).not.toContain('RB-10');
    expect(fixed.code).toBe(0);
  });

  it('and cannot be judged when nobody answers', async () => {
    const { code, stdout } = await runCli(['replay', file]);

    expect(stdout).toContain('COULD NOT JUDGE');
    expect(code).toBe(3);
  });

  it('not where the requirement passed: that is said, with exit code 2', async () => {
    const { code, stderr } = await runCli(['replay', file, 'RB-01']);

    expect(stderr).toContain('no breach of RB-01');
    expect(code).toBe(2);
  });
});
