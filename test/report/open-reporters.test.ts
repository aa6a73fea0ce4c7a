import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chooseColourLevel } from '../../src/report/colour-level.ts';
import { loadPageFiles } from '../../src/report/open-html.ts';
import {
  openReporter,
  openReporters,
  parseReporterSpec,
  type ReporterSpec,
  type ReportOutput,
} from '../../src/report/open-reporters.ts';
import { renderJson, reporterNames } from '../../src/report/reporters.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';
import { aBrokenRun, anExchange, aRequirement, aRun, aScenario, eventsOf } from './run-builder.ts';
import { createTestStream } from './test-stream.ts';
import { aHostileRun, hostileTexts } from './whole-run.ts';

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

const outputTo = (stdout: ReportOutput['stdout']): ReportOutput => ({
  stdout,
  environment: {},
  colourLevel: 0,
});

let ownFolder: string;

beforeEach(async () => {
  ownFolder = await mkdtemp(join(tmpdir(), 'report-'));
});

afterEach(() => rm(ownFolder, { recursive: true, force: true }));

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
    const file = join(ownFolder, 'deep', 'er', 'report.json');
    const reporter = await openReporter({ name: 'json', file }, outputTo(stream));
    for (const event of eventsOf(aRun())) reporter.tell(event);
    await reporter.close();
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(aRun());
    expect(text()).toBe('');
  });
});

describe('a report file', () => {
  it('is refused at once where its folder cannot be made', async () => {
    await writeFile(join(ownFolder, 'taken'), '');
    const file = join(ownFolder, 'taken', 'report.json');
    const opening = openReporter({ name: 'json', file }, outputTo(createTestStream().stream));
    await expect(opening).rejects.toMatchObject({
      name: 'WalletproofError',
      code: 'environment',
      message: expect.stringContaining(file),
    });
  });

  it('is refused at once where a folder has its name', async () => {
    const opening = openReporter({ name: 'json', file: ownFolder }, outputTo(createTestStream().stream));
    await expect(opening).rejects.toMatchObject({ code: 'environment' });
  });

  it('never keeps the report of an earlier run', async () => {
    const file = join(ownFolder, 'report.json');
    await writeFile(file, 'an old and green report');
    await openReporter({ name: 'json', file }, outputTo(createTestStream().stream));
    expect((await stat(file)).size).toBe(0);
  });

  it('that cannot be written at the end is an error given back, not thrown', async () => {
    const file = join(ownFolder, 'gone', 'report.json');
    const reporter = await openReporter({ name: 'json', file }, outputTo(createTestStream().stream));
    await rm(join(ownFolder, 'gone'), { recursive: true });
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
    expect(await reporter.close()).toEqual([expect.objectContaining({ message: expect.stringContaining('EPIPE') })]);
  });

  it('is no error where its reader has gone', async () => {
    const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(gone) });
    const reporter = await openReporter({ name: 'json' }, outputTo(stdout));
    for (const event of eventsOf(aRun())) reporter.tell(event);
    expect(await reporter.close()).toEqual([]);
  });

  it('has no listener of ours left where all went well', async () => {
    const { stream } = createTestStream();
    const reporter = await openReporter({ name: 'json' }, outputTo(stream));
    await reporter.close();
    expect(stream.listenerCount('error')).toBe(0);
  });
});

/** What a reporter writes of a run in which every text of others is the given one. */
const toldOf = async (name: ReporterSpec['name'], text: string): Promise<string> => {
  const { stream, text: told } = createTestStream();
  const reporter = await openReporter({ name }, outputTo(stream));
  for (const event of eventsOf(strangersRun(text))) reporter.tell(event);
  expect(await reporter.close()).toEqual([]);
  return told();
};

/** Besides what an agent says: names that a stored run or a file of scenarios has. */
const strangersRun = (text: string) =>
  aRun({
    ...aHostileRun(text),
    agent: { id: 1001, callbackUrl: `http://h/${text}` },
    scenarios: [aScenario({ file: text, title: text, reason: text, residue: [text] })],
  });

describe('every reporter', () => {
  it.each(reporterNames)('writes nothing that a terminal or a CI obeys: %s', async (name) => {
    const commands = name === 'github' ? ownCommands : anyCommand;
    for (const text of hostileTexts) {
      const told = await toldOf(name, text);
      expect(told.match(/[^\n\t\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/gu)).toBeNull();
      expect(told.match(commands)).toBeNull();
    }
  });

  it('writes JSON that means the same', async () => {
    for (const text of hostileTexts) {
      expect(JSON.parse(await toldOf('json', text))).toEqual(JSON.parse(renderJson(strangersRun(text))));
    }
  });

  it('leaves style and script of a page as they are', async () => {
    const told = await toldOf('html', '##vso[a]b');
    const { css, js } = await loadPageFiles();
    expect(told.includes(`<style>${css}</style>`)).toBe(true);
    expect(told.includes(js)).toBe(true);
    expect(told.includes('#&#35;vso[a]b')).toBe(true);
  });
});

const anyCommand = /##[\w.-]*\[|^\s*::|^(?:---|\+\+\+) /gm;

const ownCommands = /##[\w.-]*\[|^\s*::(?!(?:error|warning|notice) )/gm;

const errorOf = (text: string): unknown => {
  try {
    return parseReporterSpec(text);
  } catch (error) {
    return error;
  }
};

describe('parseReporterSpec', () => {
  it.each([
    ['pretty', { name: 'pretty' }],
    ['json', { name: 'json' }],
    ['json=out/report.json', { name: 'json', file: 'out/report.json' }],
    ['json=a=b.json', { name: 'json', file: 'a=b.json' }],
  ])('reads %s', (text, spec) => {
    expect(parseReporterSpec(text)).toEqual(spec);
  });

  it.each(['jsn', '', '=file', 'constructor', 'JSON', 'jsn=file'])(
    'refuses the unknown name in "%s" and lists the known ones',
    (text) => {
      const error = errorOf(text);
      expect(error).toBeInstanceOf(WalletproofError);
      expect(error).toMatchObject({
        code: 'usage',
        remedy: `Use one of: ${reporterNames.join(', ')}.`,
      });
    },
  );

  it('refuses an empty file name', () => {
    expect(errorOf('json=')).toMatchObject({
      code: 'usage',
      message: 'The reporter "json=" names no file after =.',
    });
  });
});

describe('chooseColourLevel', () => {
  it('takes what the terminal can show', () => {
    expect(chooseColourLevel({ wanted: true, environment: {}, detected: 2 })).toBe(2);
  });

  it('is none with --no-color', () => {
    expect(chooseColourLevel({ wanted: false, environment: {}, detected: 2 })).toBe(0);
  });

  it('is none where NO_COLOR is set, whatever it says', () => {
    const environment = { NO_COLOR: '0' };
    expect(chooseColourLevel({ wanted: true, environment, detected: 3 })).toBe(0);
  });

  it('takes an empty NO_COLOR for none', () => {
    const environment = { NO_COLOR: '' };
    expect(chooseColourLevel({ wanted: true, environment, detected: 1 })).toBe(1);
  });
});
