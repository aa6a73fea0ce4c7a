import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { packagePath, shippedScenarios } from '../../../src/formats/package-files.ts';
import { parsedSuite, suiteText } from '../../../src/formats/scenario/parsed-suite.ts';
import type { Scenario, Step } from '../../../src/formats/scenario/scenario.ts';

let folder = '';
let parsed = '';
let scenarios: Scenario[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parsed-suite-'));
  cpSync(packagePath('scenarios'), join(folder, 'scenarios'), { recursive: true });
  parsed = join(folder, 'suite.json');
  scenarios = await shippedScenarios();
  writeFileSync(parsed, suiteText(scenarios));
});

afterEach(() => rmSync(folder, { recursive: true }));

const suite = () => parsedSuite({ parsed, root: folder });

/** Undefined values and all. */
const whole = (scenario?: Scenario) => inspect(scenario, { depth: Infinity, maxArrayLength: null });

const rowsOf = (steps: readonly Step[]): Step[][] =>
  steps.flatMap((step) => {
    if (step.kind === 'repeat') return rowsOf(step.steps);
    return step.kind === 'together' && step.row !== undefined
      ? [step.steps.filter((each) => step.row?.includes(each))]
      : [];
  });

test('what the build has parsed is what the files say, in every value', () => {
  const read = suite() ?? [];
  expect(read).toHaveLength(scenarios.length);
  for (const [index, scenario] of read.entries()) {
    expect(whole(scenario)).toBe(whole(scenarios[index]));
  }
});

test('a call of a row is still told from those beside it', () => {
  const rows = (suite() ?? []).flatMap(({ steps }) => rowsOf(steps));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows).toEqual(scenarios.flatMap(({ steps }) => rowsOf(steps)));
});

test('a file that was changed, came or went has them read again', () => {
  const [first] = scenarios;
  const file = join(folder, first?.file ?? '');
  writeFileSync(file, first?.source?.replace('scenario', 'Scenario') ?? '');
  expect(suite()).toBeUndefined();
  writeFileSync(file, first?.source ?? '');
  expect(suite()).toHaveLength(scenarios.length);
  writeFileSync(join(folder, 'scenarios/conformance/zz-new.yml'), first?.source ?? '');
  expect(suite()).toBeUndefined();
  rmSync(join(folder, 'scenarios/conformance/zz-new.yml'));
  rmSync(file);
  expect(suite()).toBeUndefined();
});

test('without a build, or with one that cannot be read, there is none', () => {
  writeFileSync(parsed, 'not what the build writes');
  expect(suite()).toBeUndefined();
  rmSync(parsed);
  expect(suite()).toBeUndefined();
});
