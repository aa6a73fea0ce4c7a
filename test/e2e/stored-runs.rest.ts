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
    const { code, stderr } = await runCli(['report', file, '--judge', '--reporter', `json=${again}`]);
    const run = JSON.parse(await readFile(again, 'utf8')) as Run;

    expect(verdictsOf(run)).toEqual(verdictsOf(stored));
    expect(run.summary).toEqual(stored.summary);
    expect(stderr).toContain('every requirement stands as stored');
    expect(code).toBe(1);
  });

  it('is judged by what it holds: an altered answer changes the verdict', async () => {
    const altered = JSON.parse(JSON.stringify(stored)) as { exchanges: { answerBody: string }[] };
    for (const each of altered.exchanges) {
      each.answerBody = each.answerBody.replace(/"balance":[\d.]+/, '"balance":"a lot"');
    }
    const other = join(folder, 'altered.json');
    await writeFile(other, JSON.stringify(altered));
    const { code, stdout, stderr } = await runCli(['report', other, '--judge']);

    expect(stdout).toContain('BAL-01');
    expect(stderr).toMatch(/Newly failing\n {2}BAL-01 .*\n {4}now {2}failed/);
    expect(code).toBe(1);
    const against = await runCli(['report', other, '--judge', '--against', file, '--json']);
    expect(JSON.parse(against.stdout).newlyFailing).toContainEqual(expect.objectContaining({ requirement: 'BAL-01' }));
    expect(against.code).toBe(1);
  });

  it('is not judged where its answers are missing', async () => {
    const cut = { ...stored, exchanges: stored.exchanges.slice(0, -40) };
    const other = join(folder, 'cut.json');
    await writeFile(other, JSON.stringify(cut));
    const { stdout } = await runCli(['report', other, '--judge']);

    expect(stdout).toMatch(/inconclusive/);
  });
});

describe('a stored run is played again', () => {
  it('FAILED against the same defect, FIXED without it', async () => {
    const broken = await openAgent({ defect: 'win-kept' });
    const mended = await openAgent({});
    const token = ['--token', 'test-token'];
    const failed = await runCli(['test', broken.url, '--failed', file, ...token]);
    const fixed = await runCli(['test', mended.url, '--failed', file, '--only', 'rb-02', ...token]);
    await broken.close();
    await mended.close();

    expect(failed.stdout).toMatch(/FAILED {2}RB-02/);
    expect(failed.stdout).toContain(`seed ${stored.seed}`);
    // Nothing here can kill it again.
    const unjudged = failed.stdout.match(/(?<=COULD NOT JUDGE {2})\S+/g) ?? [];
    expect(['RB-19']).toEqual(expect.arrayContaining(unjudged));
    const end = new RegExp(`breaches played again: 0 fixed, \\d+ failed, ${unjudged.length} could not be judged\n$`);
    expect(failed.stdout).toMatch(end);
    expect(failed.code).toBe(1);
    expect(fixed.stdout).toMatch(/FIXED {2}RB-02/);
    expect(fixed.stdout).not.toContain('RB-10');
    expect(fixed.code).toBe(0);
  });

  it('and cannot be judged when nobody answers', async () => {
    const { code, stdout } = await runCli(['test', '--failed', file]);

    expect(stdout).toContain('COULD NOT JUDGE');
    expect(code).toBe(3);
  });

  it('not where the requirement passed: that is said, with exit code 2', async () => {
    const { code, stderr } = await runCli(['test', '--failed', file, '--only', 'RB-01']);

    expect(stderr).toContain('no breach of RB-01');
    expect(code).toBe(2);
  });

  it('its last lines are no part of a report on standard output', async () => {
    const { code, stdout, stderr } = await runCli(['test', '--failed', file, '--reporter', 'json']);

    expect(JSON.parse(stdout)).toMatchObject({ seed: stored.seed, verdict: 'inconclusive' });
    expect(stderr).toContain('COULD NOT JUDGE  RB-02');
    expect(code).toBe(3);
  });
});

describe('what cannot be meant is refused with what to write', () => {
  it.each([
    [['report', 'run.json', '--source', 'soundness'], '--source does nothing without --judge'],
    [['report', 'run.json', '--json'], '--json does nothing without --against'],
    [['report', 'run.json', '--against', 'old.json', '--reporter', 'json'], 'cannot be used with'],
    [['test', '--failed', 'run.json', '--watch'], 'cannot be used with'],
    [['test', '--failed', 'missing.json'], 'missing.json: there is no such file'],
    [['judge', 'run.json'], 'walletproof report RUN.json --judge'],
    [['diff', 'old.json', 'run.json'], 'walletproof report NOW.json --against BEFORE.json'],
    [['replay', '--help'], 'walletproof test --failed RUN.json'],
  ])('%j', async (args, words) => {
    const { code, stderr } = await runCli(args);

    expect(stderr).toContain(words);
    expect(code).toBe(2);
  });
});
