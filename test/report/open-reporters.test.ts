import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openReporters } from '../../src/report/open-reporters.ts';
import type { ReporterSpec } from '../../src/report/parse-reporter-spec.ts';
import { aRequirement, aRun, eventsOf } from './run-builder.ts';
import { createTestStream } from './test-stream.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (specs: readonly ReporterSpec[], { stream } = createTestStream()) =>
  openReporters(specs, { stdout: stream, environment: {}, colourLevel: 0 });

describe('openReporters', () => {
  it('tells a run to each of them', async () => {
    const file = join(folder, 'report.json');
    const out = createTestStream();
    const reporter = await open([{ name: 'pretty' }, { name: 'json', file }], out);
    for (const event of eventsOf(aRun())) reporter.tell(event);
    expect(await reporter.close()).toEqual([]);
    expect(out.text()).toContain('CONFORMANT');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(aRun());
  });

  it('refuses two that write to standard output', async () => {
    await expect(open([{ name: 'pretty' }, { name: 'json' }])).rejects.toMatchObject({
      code: 'usage',
      message: 'The reporters pretty and json would both write to standard output.',
      remedy: 'Give one a file of its own: --reporter json=FILE.',
    });
  });

  it('refuses two that write to one file, however it is written', async () => {
    const specs = [
      { name: 'json', file: join(folder, 'report.json') },
      { name: 'pretty', file: `${folder}/./report.json` },
    ] as const;
    await expect(open(specs)).rejects.toMatchObject({ code: 'usage' });
  });

  it('lets one that fails take neither the run nor the others with it', async () => {
    const file = join(folder, 'report.json');
    const reporter = await open([{ name: 'pretty' }, { name: 'json', file }]);
    const broken = { ...aRequirement({ verdict: 'failed' }), findings: null };
    const run = aRun({ requirements: [broken as never] });
    for (const event of eventsOf(run)) reporter.tell(event);
    reporter.tell({ kind: 'scenario-started', file: 'a.yaml', title: 'Told to what is left' });
    const errors = await reporter.close();
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^REPORT NOT WRITTEN: the reporter pretty failed/),
    ]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(run);
  });
});
