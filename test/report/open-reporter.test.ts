import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ReportOutput } from '../../src/report/open-reporter.ts';
import { openReporter } from '../../src/report/open-reporter.ts';
import { aBrokenRun, anExchange, aRun, eventsOf } from './run-builder.ts';
import { createTestStream } from './test-stream.ts';

const outputTo = (stdout: ReportOutput['stdout']): ReportOutput => ({
  stdout,
  environment: {},
  colourLevel: 0,
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the json reporter', () => {
  it('writes the run as it is to standard output, indented by two, with a newline at its end', async () => {
    const { stream, text } = createTestStream();
    const reporter = await openReporter({ name: 'json' }, outputTo(stream));
    const run = aBrokenRun();
    for (const event of eventsOf(run)) reporter.tell(event);
    expect(await reporter.close()).toEqual([]);
    expect(JSON.parse(text())).toEqual(run);
    expect(text().startsWith('{\n  "tool": {\n    "name"')).toBe(true);
    expect(text().endsWith('\n}\n')).toBe(true);
  });

  it('keeps what an agent answered byte for byte, and harmless in a terminal', async () => {
    const { stream, text } = createTestStream();
    const reporter = await openReporter({ name: 'json' }, outputTo(stream));
    const run = aRun({ exchanges: [anExchange({ answerBody: '\u001b[2J\uD83D"' })] });
    for (const event of eventsOf(run)) reporter.tell(event);
    await reporter.close();
    expect(JSON.parse(text())).toEqual(run);
    expect(text()).not.toContain('\u001b');
  });

  it('writes to a file whose folders it creates, and nothing to standard output', async () => {
    const { stream, text } = createTestStream();
    const file = join(folder, 'deep', 'er', 'report.json');
    const reporter = await openReporter({ name: 'json', file }, outputTo(stream));
    for (const event of eventsOf(aRun())) reporter.tell(event);
    await reporter.close();
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(aRun());
    expect(text()).toBe('');
  });
});

describe('a report file', () => {
  it('is refused at once where its folder cannot be made', async () => {
    await writeFile(join(folder, 'taken'), '');
    const file = join(folder, 'taken', 'report.json');
    const opening = openReporter({ name: 'json', file }, outputTo(createTestStream().stream));
    await expect(opening).rejects.toMatchObject({
      name: 'WalletproofError',
      code: 'environment',
      message: expect.stringContaining(file),
    });
  });

  it('is refused at once where a folder has its name', async () => {
    const opening = openReporter(
      { name: 'json', file: folder },
      outputTo(createTestStream().stream),
    );
    await expect(opening).rejects.toMatchObject({ code: 'environment' });
  });

  it('never keeps the report of an earlier run', async () => {
    const file = join(folder, 'report.json');
    await writeFile(file, 'an old and green report');
    await openReporter({ name: 'json', file }, outputTo(createTestStream().stream));
    expect((await stat(file)).size).toBe(0);
  });

  it('that cannot be written at the end is an error given back, not thrown', async () => {
    const file = join(folder, 'gone', 'report.json');
    const reporter = await openReporter(
      { name: 'json', file },
      outputTo(createTestStream().stream),
    );
    await rm(join(folder, 'gone'), { recursive: true });
    for (const event of eventsOf(aRun())) reporter.tell(event);
    expect(await reporter.close()).toEqual([
      expect.objectContaining({
        code: 'environment',
        message: expect.stringMatching(/^REPORT NOT WRITTEN: .*gone.*report\.json/),
        remedy: expect.stringContaining('The verdict stands.'),
      }),
    ]);
  });
});

describe('standard output that fails', () => {
  it('is an error given back, not thrown', async () => {
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const reporter = await openReporter({ name: 'json' }, outputTo(stdout));
    for (const event of eventsOf(aRun())) reporter.tell(event);
    expect(await reporter.close()).toEqual([
      expect.objectContaining({ message: expect.stringContaining('EPIPE') }),
    ]);
  });

  it('has no listener of ours left where all went well', async () => {
    const { stream } = createTestStream();
    const reporter = await openReporter({ name: 'json' }, outputTo(stream));
    await reporter.close();
    expect(stream.listenerCount('error')).toBe(0);
  });
});
