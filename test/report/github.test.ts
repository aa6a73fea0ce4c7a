import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/formats/run.ts';
import { cutAtLine, openGithubReporter, renderAnnotations, workflowCommand } from '../../src/report/github.ts';
import { openStreamTarget, type ReportEnvironment } from '../../src/report/report-target.ts';
import type { OwnPlaces } from '../../src/report/reporter.ts';
import { findingCodes, findings } from '../../src/spec/finding.ts';
import { rootCauses } from '../../src/spec/root-causes.ts';
import { aFinding, aRequirement, aRun, eventsOf } from './run-builder.ts';
import { createTestStream } from './test-stream.ts';
import { aHostileRun, aMixedRun, hostileTexts, strictly } from './whole-run.ts';

let folder: string;

let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'github-'));
  file = join(folder, 'summary.md');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const open = async (environment: ReportEnvironment) => {
  const { stream, text } = createTestStream();
  const target = openStreamTarget(stream, false);
  return { reporter: await openGithubReporter({ target, colourLevel: 0 }, environment), text };
};

const told = async (run: Run, environment: ReportEnvironment = { GITHUB_STEP_SUMMARY: file }) => {
  const { reporter, text } = await open(environment);
  for (const event of eventsOf(run)) reporter.tell(event);
  return { errors: await reporter.close(), out: text() };
};

/** Codes that are each a cause of its own. */
const breachCodes = findingCodes.filter((code) => findings[code].weight === 'breach');
const roots = rootCauses(breachCodes.map((code) => ({ code, count: 1, places: [] })));
const codes = breachCodes.filter((code) => roots.get(code) === code);

const findingsOf = (code: (typeof codes)[number], count: number) =>
  Array.from({ length: count }, () => aFinding({ code, message: 'ü€😀'.repeat(600) }));

const manyBreaches = (count: number): Run => {
  const requirements = codes
    .slice(0, count)
    .map((code, index) => aRequirement({ id: `BET-${index}`, verdict: 'failed', findings: findingsOf(code, 5) }));
  return aRun({ verdict: 'nonconformant', requirements });
};

describe('the github reporter', () => {
  it('writes annotations out and the whole run into the summary of the step', async () => {
    const { errors, out } = await told(aMixedRun());
    expect(errors).toEqual([]);
    expect(out).toMatch(/^::error /);
    expect(await readFile(file, 'utf8')).toMatch(/^# walletproof: NOT CONFORMANT\n/);
  });

  it('appends to what other parts of the step have written', async () => {
    await writeFile(file, 'from another command\n');
    await told(aMixedRun());
    expect(await readFile(file, 'utf8')).toMatch(/^from another command\n# walletproof/);
  });

  it.each([{}, { GITHUB_STEP_SUMMARY: '' }])('writes annotations alone with %j', async (given) => {
    const { errors, out } = await told(aMixedRun(), given);
    expect(errors).toEqual([]);
    expect(out).toMatch(/^::error /);
  });

  it('keeps its part of the summary under 60 KiB, and counts the breaches that are not in it', async () => {
    await writeFile(file, 'x'.repeat(100_000));
    const { errors } = await told(manyBreaches(codes.length));
    expect(errors).toEqual([]);
    const { size } = await stat(file);
    expect(size).toBeLessThanOrEqual(100_000 + 60 * 1024);
    const text = (await readFile(file, 'utf8')).slice(100_000);
    expect(text).toMatch(/^# walletproof: NOT CONFORMANT\n/);
    expect(text.match(/^### /gm)).toHaveLength(8);
    expect(text).toContain(`\nAnd ${codes.length - 8} more: BET-8, `);
    expect(text).toMatch(/\. The json and html reports have them all\.$/m);
  });

  it('appends what still fits under 900 KiB', async () => {
    await writeFile(file, 'x'.repeat(895 * 1024));
    const { errors } = await told(manyBreaches(codes.length));
    expect(errors).toEqual([]);
    expect((await stat(file)).size).toBeLessThanOrEqual(900 * 1024);
    expect(await readFile(file, 'utf8')).toMatch(/\n\nCut here: the report is longer than GitHub shows\./);
  });
});

describe('a summary that cannot be written', () => {
  it('is refused at once where its folder is missing', async () => {
    const opening = open({ GITHUB_STEP_SUMMARY: join(folder, 'gone', 'summary.md') });
    await expect(opening).rejects.toMatchObject({
      name: 'WalletproofError',
      code: 'environment',
      message: expect.stringContaining('gone'),
      remedy: expect.stringContaining('GITHUB_STEP_SUMMARY'),
    });
  });

  it('is an error given back when it is gone at the end; the annotations are there', async () => {
    const gone = join(folder, 'gone.md');
    const { reporter, text } = await open({ GITHUB_STEP_SUMMARY: gone });
    await rm(folder, { recursive: true });
    for (const event of eventsOf(aMixedRun())) reporter.tell(event);
    expect(await reporter.close()).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/^REPORT NOT WRITTEN: the step summary .*gone\.md: .*ENOENT/),
      }),
    ]);
    expect(text()).toMatch(/^::error /);
  });

  it('is an error given back when it is full', async () => {
    await writeFile(file, 'x'.repeat(900 * 1024));
    const { errors } = await told(aMixedRun());
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('it is full') })]);
    expect((await stat(file)).size).toBe(900 * 1024);
  });
});

const linesOf = (run: Run, places?: OwnPlaces): string[] => renderAnnotations(run, { places }).split('\n').slice(0, -1);

const configuration = { file: 'wallet/walletproof.config.yaml', line: 3 };

const broken = (count: number) => manyBreaches(count).requirements;

describe('renderAnnotations', () => {
  it('has an error for a breach, at no file where it is shown by a scenario of this package', () => {
    expect(linesOf(aMixedRun())[0]).toMatch(
      /^::error title=SIG-03%3A a makeBet moved money again::tx_17 was debited twice: .*%0Adue: 989.76%0A/,
    );
  });

  it('points at the agent in the configuration where there is one', () => {
    const places = { configuration, ownFile: () => undefined };
    for (const line of linesOf(aMixedRun(), places)) {
      expect(line).toMatch(/^::\w+ file=wallet\/walletproof\.config\.yaml,line=3,title=/);
    }
  });

  it("points at the step of the user's own scenario rather than at the configuration", () => {
    const places = { configuration, ownFile: (file: string) => `wallet/${file}` };
    expect(linesOf(aMixedRun(), places)[0]).toMatch(
      /^::error file=wallet\/scenarios\/idempotency\/repeated-bet\.yaml,line=7,title=SIG-03/,
    );
  });

  it('has errors first, then warnings, then notices', () => {
    const told = linesOf(aMixedRun()).map((line) => /^::(\w+) .*title=([\w-]+)/.exec(line)?.slice(1));
    expect(told).toEqual([
      ['error', 'SIG-03'],
      ['error', 'baseline'],
      ['warning', 'BAL-03'],
      ['notice', 'BAL-04'],
    ]);
  });

  it('has a warning for a should, which is an error where the run is strict', () => {
    const findings = [aFinding({ code: 'signature-error-code' })];
    const run = aRun({ requirements: [aRequirement({ id: 'SIG-14', level: 'should', verdict: 'warned', findings })] });
    expect(linesOf(run)).toEqual([expect.stringMatching(/^::warning title=SIG-14%3A /)]);
    expect(linesOf(strictly(run))).toEqual([expect.stringMatching(/^::error title=SIG-14%3A /)]);
  });

  it('names no file for what no scenario showed', () => {
    const findings = [aFinding({ scenario: 'preflight' })];
    const requirements = [aRequirement({ verdict: 'failed', findings })];
    expect(linesOf(aRun({ requirements }))).toEqual([expect.stringMatching(/^::error title=IDEM-01/)]);
  });

  it('says nothing of a conformant run', () => {
    expect(renderAnnotations(aRun())).toBe('');
  });
});

describe('many annotations', () => {
  it('has one for a root cause, whatever it breaks', () => {
    const requirements = ['IDEM-01', 'IDEM-02'].map((id) =>
      aRequirement({ id, verdict: 'failed', findings: [aFinding()] }),
    );
    expect(linesOf(aRun({ requirements }))).toEqual([
      expect.stringContaining('%0Abreaks: IDEM-01 (must, section 6), also IDEM-02'),
    ]);
  });

  it('has at most nine of a kind', () => {
    expect(linesOf(aRun({ requirements: broken(9) }))).toHaveLength(9);
    expect(linesOf(aRun({ requirements: broken(9) })).join()).not.toContain('title=and ');
    const many = linesOf(aRun({ requirements: broken(30) }));
    expect(many).toHaveLength(9);
    expect(many[8]).toMatch(/^::error title=and 22 more::Not shown here: BET-8: .*; BET-29: /);
  });

  it('keeps an annotation within a few screens, whatever an agent answered', () => {
    const findings = [aFinding({ message: 'long '.repeat(10_000) })];
    const [line = ''] = linesOf(aRun({ requirements: [aRequirement({ verdict: 'failed', findings })] }));
    expect(line.length).toBeLessThan(4200);
  });

  it.each(hostileTexts)('has a line for each annotation, whatever the agent says: %j', (text) => {
    const commands = (run: Run) => linesOf(run).map((line) => /^::\w+ /.exec(line)?.[0]);
    expect(commands(aHostileRun(text))).toEqual(commands(aHostileRun('harmless')));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    expect(renderAnnotations(aHostileRun(text))).not.toMatch(/[\u0000-\u0008\u001b\r\u202e]/);
  });
});

describe('workflowCommand', () => {
  it('names the file, the line and the title', () => {
    const annotation = {
      kind: 'error',
      title: 'T',
      message: 'M',
      file: 'a/b.yaml',
      line: 7,
    } as const;
    expect(workflowCommand(annotation)).toBe('::error file=a/b.yaml,line=7,title=T::M');
  });

  it('leaves out a place that it has not', () => {
    expect(workflowCommand({ kind: 'notice', title: 'T', message: 'M' })).toBe('::notice title=T::M');
  });

  it('escapes what ends a line or begins an escape, in a message', () => {
    expect(workflowCommand({ kind: 'warning', title: 'T', message: '100%\r\n::error::a,b' })).toBe(
      '::warning title=T::100%25%0D%0A::error::a,b',
    );
  });

  it('escapes what ends a property too, in a title and a file', () => {
    const annotation = { kind: 'error', title: 'a:b,c%0A', message: '', file: 'C:\\a,b' } as const;
    expect(workflowCommand(annotation)).toBe('::error file=C%3A\\a%2Cb,title=a%3Ab%2Cc%250A::');
  });
});

const lines = Array.from({ length: 100 }, (_, index) => `line ${index} ü€😀`).join('\n');

describe('cutAtLine', () => {
  it('leaves a text that fits as it is', () => {
    expect(cutAtLine(lines, Buffer.byteLength(lines))).toBe(lines);
  });

  it.each(Array.from({ length: 20 }, (_, index) => 400 + index))(
    'cuts to %d bytes, between whole lines, and says so',
    (limit) => {
      const cut = cutAtLine(lines, limit);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit);
      const [kept = '', note] = cut.split('\n\n');
      expect(note).toMatch(/^Cut here: /);
      expect(lines.startsWith(`${kept}\n`)).toBe(true);
      expect(kept.split('\n').length).toBeGreaterThan(10);
    },
  );

  it('gives nothing where not even the note fits', () => {
    expect(cutAtLine(lines, 10)).toBe('');
    expect(cutAtLine(lines, -1)).toBe('');
  });
});

describe('annotations about a baseline', () => {
  it('say of a stale entry that it is not needed any more', () => {
    const text = renderAnnotations(aMixedRun());
    expect(text).toContain('title=baseline entry RB-01 not-applied%3A ticket 7 is not needed any more::');
    expect(text).not.toContain('still needed');
  });

  it('say of a breach that its entry has expired', () => {
    const finding = aFinding();
    const { requirement, code } = finding;
    const entry = { requirement, code, reason: 'ticket 7', expires: '2026-11-21' };
    const run = aRun({
      verdict: 'nonconformant',
      requirements: [aRequirement({ id: requirement, verdict: 'failed', findings: [finding] })],
      baseline: { file: 'known.yaml', known: 0, stale: [], expired: [entry] },
    });
    expect(renderAnnotations(run)).toContain(
      '(its baseline entry has expired%3A IDEM-01 duplicate-applied%3A ticket 7 (until 2026-11-21))::',
    );
  });
});
