import { describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/formats/run.ts';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import type { SourceKind } from '../../src/spec/requirement.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { runSimulated } from './simulated-run.ts';

const scenarioOf = (text: string, file: string) => parseScenario({ text, file });

const scenarios = [
  scenarioOf('scenario: A\nrequirements: [BET-01]\nsteps:\n  - makeBet: { bet: 5 }\n', 'bet.yaml'),
  scenarioOf(
    'scenario: B\nrequirements: [ROB-04]\nsteps:\n  - makeBet: { bet: 5 }\n    without: [transaction_id]\n    expect: refused\n',
    'no-id.yaml',
  ),
];

/** It takes a makeBet without transaction_id, and its errors have no message. */
const defect = 'missing-id-accepted';

const runOf = async (source?: SourceKind, only: string[] = []): Promise<Run> =>
  (await runSimulated({ defect }, { scenarios, selection: { only, skip: [], source } })).run;

const verdictsOf = ({ requirements: results }: Run) =>
  Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]));

describe('a run that judges one source', () => {
  it('is failed by what no wallet may do where everything is judged', async () => {
    const run = await runOf();
    expect(verdictsOf(run)).toMatchObject({ 'BET-01': 'passed', 'ROB-04': 'failed' });
    expect(run.verdict).toBe('nonconformant');
  });

  it('skips what is not written, says why, and does not play what then shows nothing', async () => {
    const run = await runOf('specification');
    expect(verdictsOf(run)).toMatchObject({ 'BET-01': 'passed', 'ROB-04': 'skipped' });
    const left = run.requirements.find(({ id }) => id === 'ROB-04');
    expect(left?.reason).toBe('not judged: --source specification, and no sentence of it says this (soundness)');
    expect(run.scenarios.map(({ file }) => file)).toEqual(['bet.yaml']);
    expect(run.verdict).toBe('conformant');
    expect(run.setup.source).toBe('specification');
  });

  it('judges what is not written alone where that is asked for', async () => {
    const run = await runOf('soundness');
    expect(verdictsOf(run)).toMatchObject({ 'BET-01': 'skipped', 'ROB-04': 'failed' });
    expect(run.scenarios.map(({ file }) => file)).toEqual(['no-id.yaml']);
  });

  it('tells nothing of what was not named at all', async () => {
    expect(verdictsOf(await runOf('specification', ['BET-01']))).toEqual({ 'BET-01': 'passed' });
  });

  it('gives every requirement with what it rests on', async () => {
    const { requirements: results } = await runOf();
    expect(results.find(({ id }) => id === 'BET-01')?.source).toEqual({
      kind: 'specification',
      section: '6',
      sentence: expect.stringContaining('debit bet'),
    });
  });
});

describe('a stored run', () => {
  it('is judged by one source where that is asked for', async () => {
    const stored = await runOf();
    const run = await judgeAgain(stored, {
      scenarios,
      catalogue: requirements,
      source: 'specification',
    });
    expect(verdictsOf(run)).toMatchObject({ 'BET-01': 'passed', 'ROB-04': 'skipped' });
    expect(run.verdict).toBe('conformant');
  });
});
