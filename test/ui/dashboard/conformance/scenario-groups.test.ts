import type { RunView } from '../../../../src/api/schemas/runs.ts';
import type { ScenarioView } from '../../../../src/api/schemas/scenarios.ts';
import type { Verdict } from '../../../../src/spec/verdict.ts';
import {
  countStandings,
  findScenarios,
  groupScenarios,
  lastResults,
} from '../../../../src/ui/dashboard/conformance/scenario-groups.ts';
import { aRunView } from './run-views.ts';

const scenario = (file: string, told: Partial<ScenarioView> = {}): ScenarioView => ({
  file,
  title: `Title of ${file}`,
  requirements: ['IDEM-01'],
  home: 'suite',
  ...told,
});

/** A run, by file what its scenarios came to. */
const runWith = (id: string, verdicts: Readonly<Record<string, Verdict>>): RunView =>
  aRunView({
    id,
    scenarios: Object.entries(verdicts).map(([file, verdict]) => ({ file, title: file, verdict })),
  });

const scenarios = [
  scenario('x/bets/a.yaml', { title: 'A repeated makeBet' }),
  scenario('x/bets/b.yaml', { requirements: ['SIG-02'] }),
  scenario('x/free-spins/c.yaml', { requirements: ['FS-01'] }),
  scenario('mine.yaml', { home: 'saved' }),
];

test('the newest result of each scenario counts, whichever run it is of', () => {
  const results = lastResults([
    runWith('r3', { a: 'passed' }),
    runWith('r2', { a: 'failed', b: 'failed' }),
    runWith('r1', { a: 'warned', b: 'passed', c: 'observed' }),
  ]);
  expect([...results].map(([file, { runId, verdict }]) => [file, runId, verdict])).toEqual([
    ['a', 'r3', 'passed'],
    ['b', 'r2', 'failed'],
    ['c', 'r1', 'observed'],
  ]);
});

test('groups are folders in words; what was saved is one of its own, and first', () => {
  const groups = groupScenarios(scenarios, new Map());
  expect(groups.map(({ title, about }) => [title, about])).toEqual([
    ['Saved here', 'the same makeBet more than once'],
    ['Bets', 'the same makeBet more than once'],
    ['Free spins', ''],
  ]);
});

test('what failed stands first, the worst group on top', () => {
  const results = lastResults([runWith('r1', { 'x/free-spins/c.yaml': 'failed', 'x/bets/b.yaml': 'inconclusive' })]);
  const groups = groupScenarios(scenarios, results);
  expect(groups.map((group) => group.scenarios.map(({ file }) => file))).toEqual([
    ['x/free-spins/c.yaml'],
    ['x/bets/b.yaml', 'x/bets/a.yaml'],
    ['mine.yaml'],
  ]);
});

test.each([
  ['failed', 'failed'],
  ['warned', 'doubtful'],
  ['inconclusive', 'doubtful'],
  ['blocked', 'doubtful'],
  ['observed', 'passed'],
  ['passed', 'passed'],
  ['skipped', 'unplayed'],
] as const)('a scenario that is %s counts as %s', (verdict, standing) => {
  const counts = countStandings([scenario('a')], lastResults([runWith('r1', { a: verdict })]));
  expect(counts).toEqual({ failed: 0, doubtful: 0, passed: 0, unplayed: 0, [standing]: 1 });
});

const found = (text: string): string[] =>
  findScenarios(scenarios, { text, standing: undefined }, new Map()).map(({ file }) => file);

test.each([
  ['a word of the title', 'REPEATED', ['x/bets/a.yaml']],
  ['a requirement', 'sig-02', ['x/bets/b.yaml']],
  ['a file', 'mine', ['mine.yaml']],
  ['two words, in any order', 'idem-01 makebet', ['x/bets/a.yaml']],
  ['what is nowhere', '.*', []],
])('%s finds it', (_, text, files) => {
  expect(found(text)).toEqual(files);
});

test('what failed is found by that', () => {
  const results = lastResults([runWith('r1', { 'mine.yaml': 'failed', 'x/bets/a.yaml': 'passed' })]);
  const filter = { text: '', standing: 'failed' } as const;
  expect(findScenarios(scenarios, filter, results).map(({ file }) => file)).toEqual(['mine.yaml']);
});
