import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openBaseline, playOrder, withFailedCommand } from '../../src/cli/run-and-report.ts';
import { aFinding, anExchange, aRequirement, aRun, aScenario } from '../report/run-builder.ts';
import { scenario } from '../run/steps.ts';

const suite = ['a.yaml', 'b.yaml', 'c.yaml', 'd.yaml'].map((file) => scenario({ file }));
const filesOf = (items: readonly { readonly file: string }[]): string[] => items.map(({ file }) => file);

describe('the order in which scenarios are played', () => {
  it('is that of the suite where none comes first', () => {
    expect(playOrder(suite).scenarios).toEqual(suite);
  });

  it('has those of the given files first, each part in the order of the suite', () => {
    const { scenarios } = playOrder(suite, new Set(['d.yaml', 'b.yaml', 'gone.yaml']));
    expect(filesOf(scenarios)).toEqual(['b.yaml', 'd.yaml', 'a.yaml', 'c.yaml']);
  });
});

describe('a run that was played in another order', () => {
  const played = ['c.yaml', 'a.yaml', 'b.yaml'];
  const run = aRun({
    scenarios: played.map((file) => aScenario({ file })),
    exchanges: ['preflight', 'c.yaml', 'a.yaml', 'watch'].flatMap((file) =>
      ['1', '2'].map((id) => anExchange({ id: `${file} ${id}`, scenario: file })),
    ),
    requirements: [aRequirement({ findings: played.map((file) => aFinding({ scenario: file })) })],
  });
  const restored = playOrder(suite, new Set(['c.yaml'])).restore(run);

  it('is told in the order of the suite', () => {
    expect(filesOf(restored.scenarios)).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
    const [requirement] = restored.requirements;
    expect(requirement?.findings.map((finding) => finding.scenario)).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
  });

  it('has its exchanges scenario by scenario, in their order, what belongs to none around them', () => {
    expect(restored.exchanges.map(({ id }) => id)).toEqual([
      ...['preflight 1', 'preflight 2', 'a.yaml 1', 'a.yaml 2'],
      ...['c.yaml 1', 'c.yaml 2', 'watch 1', 'watch 2'],
    ]);
  });
});

const failure = { reason: 'The command of --start ended with 9.', remedy: 'Look at it.' };

describe('a run whose agent has ended with an error', () => {
  it('is not conformant: another process may have answered', () => {
    const run = withFailedCommand(aRun({ verdict: 'conformant' }), failure);
    expect(run).toMatchObject({ verdict: 'inconclusive', root: failure });
  });

  it('keeps its breaches', () => {
    expect(withFailedCommand(aRun({ verdict: 'nonconformant' }), failure)).toMatchObject({
      verdict: 'nonconformant',
      root: failure,
    });
  });

  it('gives the end of the command for everything that hung on the agent being gone', () => {
    const reason = 'The agent did not answer.';
    const run = aRun({
      verdict: 'inconclusive',
      root: { reason, remedy: 'Start the agent.' },
      requirements: [aRequirement({ verdict: 'blocked', reason })],
      scenarios: [aScenario({ verdict: 'blocked', reason }), aScenario({ reason: 'other' })],
    });
    const told = withFailedCommand(run, failure);
    expect(JSON.stringify(told)).not.toContain(reason);
    expect(told.scenarios.map((each) => each.reason)).toEqual([failure.reason, 'other']);
  });

  it('is left as it is when it was interrupted', () => {
    const run = aRun({ verdict: 'inconclusive', partial: true });
    expect(withFailedCommand(run, failure)).toBe(run);
  });
});

describe('the baseline of a run', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
    file = join(folder, 'baseline.yaml');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  const broken = aRun({
    requirements: [aRequirement({ verdict: 'failed', findings: [aFinding()] })],
  });
  const own = `# ours
known:
  - requirement: IDEM-01
    code: duplicate-applied
    reason: W-812
`;

  describe('the baseline that is written', () => {
    it('is new where there was none, with reasons to be filled in', async () => {
      const { keep } = await openBaseline({ writeBaseline: file });
      await keep(broken);
      expect(await readFile(file, 'utf8')).toContain('reason: to be filled in');
    });

    it('keeps what the file has: comments, reasons', async () => {
      await writeFile(file, own);
      await (await openBaseline({ writeBaseline: file })).keep(broken);
      expect(await readFile(file, 'utf8')).toBe(own);
    });

    it('takes over what --baseline has where the file is new', async () => {
      const other = join(folder, 'other.yaml');
      await writeFile(other, own);
      await (await openBaseline({ baseline: other, writeBaseline: file })).keep(broken);
      expect(await readFile(file, 'utf8')).toBe(own);
    });

    it.each([
      ['was interrupted', aRun({ partial: true })],
      ['lost its agent', aRun({ root: { reason: 'nobody there', remedy: '' } })],
    ])('stays as it is where the run %s', async (_what, run) => {
      await writeFile(file, own);
      await (await openBaseline({ writeBaseline: file })).keep(run);
      expect(await readFile(file, 'utf8')).toBe(own);
    });

    it('never throws once the run is made: the verdict stands', async () => {
      const { keep } = await openBaseline({ writeBaseline: join(folder, 'nowhere', 'b.yaml') });
      await expect(keep(broken)).resolves.toBeUndefined();
    });

    it('is not made of a run that ends early', async () => {
      await expect(openBaseline({ writeBaseline: file, bail: true })).rejects.toMatchObject({
        code: 'usage',
      });
    });
  });

  it('gives the entries to apply, and throws before the run where they are wrong', async () => {
    await writeFile(file, own);
    expect((await openBaseline({ baseline: file })).applied?.entries).toHaveLength(1);
    await writeFile(file, own.replace('IDEM', 'IDOM'));
    await expect(openBaseline({ baseline: file })).rejects.toMatchObject({ code: 'configuration' });
    await expect(openBaseline({ baseline: join(folder, 'none.yaml') })).rejects.toThrow('none.yaml');
  });
});
