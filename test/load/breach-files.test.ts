import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { LoadBreach, LoadReport } from '../../src/formats/load-report.ts';
import { writeBreachFiles } from '../../src/load/breaches.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-breaches-'));
});

afterEach(async () => await rm(folder, { recursive: true, force: true }));

const breach = (scenarioText?: string) => ({ code: 'lost-update', scenarioText }) as LoadBreach;

const reportOf = (...breaches: LoadBreach[]) => ({ breaches }) as unknown as LoadReport;

it('writes what a scenario plays again, a file each, and names the files in the report', async () => {
  const report = reportOf(breach('steps: [one]'), breach(), breach('steps: [two]'));
  const inside = join(folder, 'load-n7');
  const { breaches } = await writeBreachFiles(report, inside);

  const files = breaches.map(({ scenarioFile }) => scenarioFile);
  expect(files).toEqual([join(inside, '1-lost-update.yaml'), undefined, join(inside, '2-lost-update.yaml')]);
  expect(await readFile(files[2] ?? '', 'utf8')).toBe('steps: [two]');
});

it('writes twenty at most, and makes no folder where there is none to write', async () => {
  const many = Array.from({ length: 25 }, (_, n) => breach(`steps: [${n}]`));
  await writeBreachFiles(reportOf(...many), join(folder, 'many'));
  await writeBreachFiles(reportOf(breach()), join(folder, 'none'));

  expect(await readdir(join(folder, 'many'))).toHaveLength(20);
  expect(await readdir(folder)).toEqual(['many']);
});
