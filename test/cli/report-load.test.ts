import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OptionsOf } from '../../src/cli/options.ts';
import { openLoadReports } from '../../src/cli/report-load.ts';
import { breachOf, loadOf } from '../load/made-up-load.ts';
import { captureOutput } from './capture-output.ts';

let folder: string;
let output: ReturnType<typeof captureOutput>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  output = captureOutput();
});

afterEach(async () => {
  output.end();
  await rm(folder, { recursive: true });
});

const report = loadOf({ breaches: [breachOf()], breachCounts: { 'lost-update': 1 } });

const open = async (flags: Partial<OptionsOf<'load merge'>>) => await openLoadReports({ color: false, ...flags });

describe('the reports of a load', () => {
  it('are the text for people where nothing else is asked for', async () => {
    await (await open({})).write(report);

    expect(output.written.stdout).toContain('NOT CONFORMANT');
    expect(output.written.stderr).toBe('');
  });

  it('go each to its own place, and the verdict is said on stderr where nobody else says it', async () => {
    const [json, junit, out] = ['load.json', 'new/load.xml', 'out.json'].map((name) => join(folder, name));
    const reporter = ['html', `json=${json}`, `junit=${junit}`];
    await (await open({ reporter, out: `${out}` })).write(report);

    expect(output.written.stdout).toMatch(/^<!doctype html>/i);
    expect(output.written.stderr).toMatch(/^walletproof: NOT CONFORMANT: .*1 breach\.\n$/);
    expect(JSON.parse(await readFile(`${json}`, 'utf8'))).toMatchObject({
      verdict: 'nonconformant',
    });
    expect(await readFile(`${out}`, 'utf8')).toBe(await readFile(`${json}`, 'utf8'));
    expect(await readFile(`${junit}`, 'utf8')).toContain('<testsuite');
  });

  it.each([
    [{ reporter: ['markdown'] }, 'No reporter of a load is called "markdown".'],
    [{ reporter: ['json='] }, 'The reporter "json=" names no file after =.'],
    [{ reporter: ['json', 'html'] }, 'Two reports would be written to standard output.'],
    [{ reporter: ['json=a.json'], out: './a.json' }, 'Two reports would be written to '],
  ])('are refused where they cannot be what is meant: %j', async (flags, message) => {
    await expect(open(flags)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(message),
    });
  });
});

describe('a report of a load', () => {
  it('is refused before anything is sent where its file cannot be written', async () => {
    await expect(open({ out: folder })).rejects.toMatchObject({
      code: 'environment',
      message: expect.stringContaining(`cannot be written to ${folder}`),
    });
  });

  it('that cannot be written in the end leaves the verdict and the other ones', async () => {
    const [lost, kept] = [join(folder, 'lost.json'), join(folder, 'kept.json')];
    const reports = await open({ reporter: ['pretty', `json=${lost}`], out: kept });
    await rm(lost);
    await mkdir(lost);
    await reports.write(report);

    expect(output.written.stderr).toContain(`REPORT NOT WRITTEN: ${lost}`);
    expect(output.written.stdout).toContain('NOT CONFORMANT');
    expect(JSON.parse(await readFile(kept, 'utf8'))).toMatchObject({ verdict: 'nonconformant' });
  });

  it('of an earlier load is gone as soon as the next one begins', async () => {
    const out = join(folder, 'load.json');
    await writeFile(out, '{"verdict":"conformant"}');
    await open({ out });

    expect(await readFile(out, 'utf8')).toBe('');
  });
});
