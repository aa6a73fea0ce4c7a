import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBrokenRun, aRequirement, aRun } from '../report/run-builder.ts';
import { packageFolder, runCli } from './run-cli.ts';

let folder: string;
let right: string;
let broken: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  right = join(folder, 'right.json');
  broken = join(folder, 'broken.json');
  const requirements = [aRequirement(), aRequirement({ id: 'IDEM-08' })];
  await writeFile(right, JSON.stringify(aRun({ requirements })));
  await writeFile(broken, JSON.stringify(aBrokenRun()));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('report --against', () => {
  it('fails where something newly fails, and says what', async () => {
    const { code, stdout } = await runCli(['report', broken, '--against', right]);
    expect(stdout).toMatch(/Newly failing\n {2}IDEM-01 /);
    expect(code).toBe(1);
  });

  it('is content where something is fixed', async () => {
    const { code, stdout } = await runCli(['report', right, '--against', broken]);
    expect(stdout).toMatch(/Fixed\n {2}IDEM-01 /);
    expect(code).toBe(0);
  });

  it('reads a run from standard input, and writes JSON', async () => {
    const input = JSON.stringify(aRun());
    const { code, stdout } = await runCli(['report', broken, '--against', '-', '--json'], { input });
    expect(JSON.parse(stdout)).toMatchObject({
      newlyFailing: [{ requirement: 'IDEM-01', before: { verdict: 'passed' } }],
      appeared: [{ requirement: 'IDEM-08' }],
      unchanged: 0,
    });
    expect(code).toBe(1);
  });

  it.each([
    ['a file that is missing', 'missing.json', /missing\.json: there is no such file/],
    ['a file that is no report', join(packageFolder, 'package.json'), /package\.json is no stored run: at tool/],
    ['standard input twice', '-', /Both runs cannot be read from standard input/],
  ])('refuses %s', async (_what, file, words) => {
    const { code, stderr } = await runCli(['report', file, '--against', file]);
    expect(stderr).toMatch(words);
    expect(code).toBe(2);
  });
});
