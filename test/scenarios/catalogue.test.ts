import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadScenarios } from '../../src/formats/scenario/load-scenarios.ts';
import type { AmountExpression, Scenario, Step } from '../../src/formats/scenario/scenario.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';

const folder = fileURLToPath(new URL('../../scenarios/conformance', import.meta.url));
const knownRequirements = requirements.map(({ id }) => id);

let scenarios: readonly Scenario[] = [];
const listed = (): Set<string> => new Set(scenarios.flatMap((scenario) => scenario.requirements));
const filesWhere = (test: (scenario: Scenario) => boolean): string[] => scenarios.filter(test).map(({ file }) => file);

// An unknown id, a misspelt option or a bad reference throws here, and points at its line.
beforeAll(async () => {
  scenarios = await loadScenarios([folder], { knownRequirements });
});

describe('the conformance scenarios', () => {
  it('show every requirement that every answer does not', () => {
    const shown = listed();
    const judged = requirements.filter(({ judgedBy }) => judgedBy !== 'every-answer');
    expect(judged.filter(({ id }) => !shown.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('list no requirement that every answer shows', () => {
    const shown = listed();
    const others = requirements.filter(({ judgedBy }) => judgedBy === 'every-answer');
    expect(others.filter(({ id }) => shown.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('show one requirement each, or two; a launch shows several', () => {
    const isLaunch = ({ steps }: Scenario): boolean => steps.some(({ kind }) => kind === 'launch');
    expect(
      filesWhere((scenario) => {
        const { length } = scenario.requirements;
        return length < 1 || (length > 2 && !isLaunch(scenario));
      }),
    ).toEqual([]);
  });
});

/** By a getBalance after everything, by several together, or by a launch, which asks by itself. */
const endsReading = (steps: readonly Step[]): boolean => {
  const last = steps.at(-1);
  if (last?.kind === 'repeat') return endsReading(last.steps);
  if (last?.kind === 'together') return last.steps.every(({ kind }) => kind === 'getBalance');
  return last?.kind === 'getBalance' || last?.kind === 'launch';
};

/** The steps with one row of each matrix, for each row: the rows are told apart, as calls of other scenarios are. */
const playingsOf = (steps: readonly Step[]): readonly (readonly Step[])[] => {
  const longest = Math.max(1, ...steps.map((step) => (step.kind === 'matrix' ? step.rows.length : 1)));
  return Array.from({ length: longest }, (_, at) =>
    steps.flatMap((step) => (step.kind === 'matrix' ? (step.rows[at % step.rows.length]?.steps ?? []) : step)),
  );
};

/** What the bets take and the wins give, in hundredths. */
const amountsIn = (steps: readonly Step[]): number[] =>
  steps.flatMap((step) => {
    if (step.kind === 'repeat' || step.kind === 'together') return amountsIn(step.steps);
    if (step.kind !== 'makeBet') return [];
    return [-hundredths(step.bet), hundredths(step.win)].filter((amount) => amount !== 0);
  });

const hundredths = (amount: AmountExpression): number =>
  amount.kind === 'exact' ? Math.round(100 * Number(amount.text)) : 0;

const isAboveBalance = (amount: AmountExpression): boolean =>
  amount.kind === 'balance' && amount.sign === 1 && Number(amount.text) > 0;

/** What each makeBet that is to be taken moves, by its account; a repeat is played once. In hundredths. */
const movementsIn = (steps: readonly Step[]): ReadonlyMap<string, readonly number[]> => {
  const moved = new Map<string, number[]>();
  const read = (step: Step): void => {
    if (step.kind === 'repeat' || step.kind === 'together') step.steps.forEach(read);
    if (step.kind !== 'makeBet' || step.options.signature === 'wrong' || isAboveBalance(step.bet)) return;
    const { player = 1, currency = 'main' } = step.options;
    const account = `${JSON.stringify(player)} ${currency}`;
    moved.set(account, [...(moved.get(account) ?? []), hundredths(step.win) - hundredths(step.bet)]);
  };
  steps.forEach(read);
  return moved;
};

/** Whether some of the movements, two at least, come to nothing together. */
const cancelOut = (movements: readonly number[]): boolean => {
  let sums = new Set<number>();
  for (const movement of movements.filter((each) => each !== 0)) {
    if (sums.has(-movement)) return true;
    sums = new Set([...sums, movement, ...[...sums].map((sum) => sum + movement)]);
  }
  return false;
};

const isRace = (step: Step): boolean =>
  step.kind === 'together' || (step.kind === 'repeat' && step.steps.some((inner) => isRace(inner)));

const hasEqualSums = (amounts: readonly number[]): boolean => {
  let sums = [0];
  for (const amount of amounts) sums = sums.concat(sums.map((sum) => sum + amount));
  return new Set(sums).size < sums.length;
};

describe('each conformance scenario', () => {
  it('has a title of its own that says a fact', () => {
    expect(filesWhere(({ title }) => !/^[A-Z][ -~]{15,110}[^.\s]$/.test(title))).toEqual([]);
    expect(new Set(scenarios.map(({ title }) => title)).size).toBe(scenarios.length);
  });

  it('ends with a getBalance, where a silent move of money is seen', () => {
    expect(filesWhere(({ steps }) => !endsReading(steps))).toEqual([]);
  });

  // Else the rollback of all of them, or of the wrong ones, leaves what the right one does, or none.
  it('has amounts that tell what was rolled back: no two selections of them have one sum, but of twins', () => {
    const undoes = ({ requirements: ids }: Scenario): boolean => ids.some((id) => id.startsWith('RB-'));
    const equal = filesWhere(
      (scenario) => undoes(scenario) && playingsOf(scenario.steps).some((steps) => hasEqualSums(amountsIn(steps))),
    );
    expect(equal.map((file) => basename(file))).toEqual(['twins.yaml']);
  });

  // Else a wallet that passes over these looks right.
  it('has no movements of one account that cancel each other out, but where it gives the same sums back', () => {
    const cancelling = filesWhere(({ steps }) =>
      playingsOf(steps).some((each) => [...movementsIn(each).values()].some(cancelOut)),
    );
    expect(
      cancelling.filter((file) => !/large-|written-amounts|bets\/amounts|cents-in-the-second-currency/.test(file)),
    ).toEqual([]);
  });

  // Else a fee of a cent looks like a bet that was debited twice. Of the bursts every balance on the way is read.
  it('races no bet or win of the smallest unit, but in bursts', () => {
    const isSmallest = (amount: number): boolean => Math.abs(amount) === 1;
    const races = filesWhere(({ steps }) => amountsIn(steps.filter(isRace)).some(isSmallest));
    expect(races.map((file) => basename(file))).toEqual(['bursts.yaml']);
  });

  it('stands in the folder of the group of what it shows first', () => {
    const folders = Object.entries({
      signatures: 'SIG',
      balance: 'BAL',
      bets: 'BET',
      idempotency: 'IDEM',
      rollback: 'RB',
      'free-spins': 'FS',
      concurrency: 'CON',
      isolation: 'ISO',
      robustness: 'ROB',
      requests: 'REQ',
    });
    const groupOf = (file: string): string =>
      folders.find(([name]) => file.includes(`/conformance/${name}/`))?.[1] ?? 'no folder';
    expect(filesWhere(({ file, requirements: ids }) => !ids[0]?.startsWith(`${groupOf(file)}-`))).toEqual([]);
  });
});
