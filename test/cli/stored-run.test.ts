import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readRun } from '../../src/cli/stored-run.ts';
import type { Run } from '../../src/formats/run.ts';
import { renderJson } from '../../src/report/reporters.ts';
import { aMixedRun } from '../report/whole-run.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const stored = async (text: string): Promise<string> => {
  const file = join(folder, 'report.json');
  await writeFile(file, text);
  return file;
};

const errorOf = async (text: string): Promise<unknown> =>
  await readRun(await stored(text)).catch((error: unknown) => error);

const without = (key: keyof Run): string => {
  const { [key]: _, ...rest } = aMixedRun();
  return JSON.stringify(rest);
};

describe('readRun', () => {
  it('gives the run that the json reporter wrote', async () => {
    const run = aMixedRun();
    expect(await readRun(await stored(renderJson(run)))).toEqual(run);
  });

  it('keeps keys that it does not know', async () => {
    const file = await stored(JSON.stringify({ ...aMixedRun(), later: 1 }));
    expect(await readRun(file)).toHaveProperty('later', 1);
  });

  it('reads a file that begins with a byte order mark', async () => {
    const file = await stored(`\uFEFF${JSON.stringify(aMixedRun())}`);
    expect(await readRun(file)).toHaveProperty('seed', 42);
  });

  it('names a file that is not there', async () => {
    await expect(readRun(join(folder, 'nowhere.json'))).rejects.toMatchObject({
      code: 'usage',
      message: `cannot read ${join(folder, 'nowhere.json')}: there is no such file`,
    });
  });

  it('says that a folder is one', async () => {
    await expect(readRun(folder)).rejects.toMatchObject({
      message: expect.stringContaining('it is a folder'),
    });
  });
});

describe('a file that holds no run', () => {
  it.each([
    ['', 'is empty'],
    ['<html>', 'is no JSON: '],
    ['[]', 'is no stored run: Invalid input: expected object, received array'],
    [without('requirements'), 'at requirements: Invalid input: expected array'],
    [without('setup'), 'at setup: Invalid input: expected object'],
    [
      JSON.stringify(aMixedRun()).replace('"verdict":"failed"', '"verdict":"broken"'),
      'at requirements[1].verdict: Invalid option',
    ],
    [
      JSON.stringify(aMixedRun()).replace('duplicate-applied', 'applied-twice'),
      'at requirements[1].findings[1].code: Invalid option',
    ],
    [JSON.stringify(aMixedRun({ startedAt: 'yesterday' })), 'at startedAt: Invalid ISO datetime'],
  ])('is named with what is wrong: %#', async (text, told) => {
    expect(await errorOf(text)).toMatchObject({
      code: 'usage',
      message: expect.stringContaining(told),
      remedy: expect.stringContaining('--reporter json=FILE'),
    });
  });
});
