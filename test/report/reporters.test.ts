import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openReporter } from '../../src/report/open-reporters.ts';
import { eventsOf } from './run-builder.ts';
import { createTestStream } from './test-stream.ts';
import { aMixedRun } from './whole-run.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reporters-'));
});
afterEach(async () => {
  delete process.env['GITHUB_STEP_SUMMARY'];
  await rm(folder, { recursive: true, force: true });
});

const output = { stdout: createTestStream().stream, environment: {}, colourLevel: 0 } as const;

describe('reporters', () => {
  it.each([
    ['junit', /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites /],
    ['github', /^::error /],
    ['markdown', /^# walletproof: NOT CONFORMANT\n/],
  ] as const)('writes a finished run as %s, and nothing before it is', async (name, start) => {
    const file = join(folder, 'report');
    const reporter = await openReporter({ name, file }, output);
    for (const event of eventsOf(aMixedRun())) reporter.tell(event);
    expect(await readFile(file, 'utf8')).toBe('');
    expect(await reporter.close()).toEqual([]);
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(start);
    expect(text.endsWith('\n')).toBe(true);
  });

  it('takes the summary of the step from the environment of the process', async () => {
    process.env['GITHUB_STEP_SUMMARY'] = join(folder, 'summary.md');
    const reporter = await openReporter({ name: 'github' }, output);
    for (const event of eventsOf(aMixedRun())) reporter.tell(event);
    expect(await reporter.close()).toEqual([]);
    expect(await readFile(join(folder, 'summary.md'), 'utf8')).toMatch(/^# walletproof/);
  });
});
