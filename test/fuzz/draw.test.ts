import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { createDice } from '../../src/base/dice.ts';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { Coverage, missingTransitions, transitions, transitionTable } from '../../src/fuzz/coverage.ts';
import { drawnCommands, type SequenceStep, written } from '../../src/fuzz/draw.ts';
import type { World } from '../../src/fuzz/kind.ts';
import { kindNames, kindsFor } from '../../src/fuzz/kinds.ts';
import { readSequence } from '../../src/fuzz/sequence-player.ts';
import { scenarioText } from '../../src/fuzz/write-scenario.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { runs } from '../setup/runs.ts';

const wide: World = {
  players: 2,
  hasSecondCurrency: true,
  hasSessions: true,
  isLimited: false,
  hasDecimals: true,
};

const narrow: World = {
  players: 1,
  hasSecondCurrency: false,
  hasSessions: false,
  isLimited: true,
  hasDecimals: false,
};

const drawnIn = (world: World) => {
  const kinds = kindsFor(world, { withPoison: true });
  return drawnCommands(world, new Map(kinds.map((kind) => [kind, 1]))).map(written);
};

const holds = async (world: World, isSo: (steps: readonly SequenceStep[]) => void): Promise<void> =>
  await fc.assert(
    fc.asyncProperty(drawnIn(world), async (steps) => {
      if (steps.length > 0) isSo(steps);
    }),
    { numRuns: runs(200) },
  );

const ids = requirements.map(({ id }) => id);

describe('a drawn sequence', () => {
  it('is a scenario, as it is written and as it is read', async () =>
    await holds(wide, (steps) => {
      const { steps: played } = parseScenario({
        text: scenarioText(steps),
        file: 'drawn.yaml',
        knownRequirements: ids,
      });
      expect(played).toHaveLength(steps.length);
      expect(readSequence(steps).steps).toHaveLength(steps.length);
    }));

  it('needs nothing that the agent does not have', async () =>
    await holds(narrow, (steps) => {
      const { players, currencies } = readSequence(steps);
      expect([players, currencies]).toEqual([1, 1]);
      expect(JSON.stringify(steps)).not.toMatch(/"another"|balance|"player":2|\d\.\d/);
    }));

  it('comes to every kind of step', () => {
    const drawn = fc.sample(drawnIn(wide), { numRuns: 1000, seed: 1 });
    const seen = new Set(drawn.flat().map(({ kind }) => kind));

    expect(kindNames.filter((name) => !seen.has(name))).toEqual([]);
  });

  it('has no vast amount before the end', () => {
    expect(kindsFor(wide, { withPoison: false })).not.toContain('vast amount');
    expect(kindsFor(wide, { withPoison: true })).toContain('vast amount');
  });
});

const step = (kind: string): SequenceStep => ({ kind, step: { getBalance: {} } });

describe('what sequences have come to', () => {
  it('is told by transitions and by what came before, a row of zeros for what never came', () => {
    const coverage = new Coverage();
    const trail = {
      last: { exchangeId: '2', situation: 'duplicate' as const },
      before: { last: { exchangeId: '1', situation: 'bet' as const }, before: undefined },
    };
    coverage.note([step('bet'), step('duplicate')], { trail });
    const table = transitionTable(coverage.seen());

    expect(table.find((line) => line.startsWith('duplicate'))).toMatch(/^duplicate +1 +0 +0 +1 /);
    expect(table.find((line) => line.startsWith('rollback-again'))).toMatch(/^rollback-again( +0){9}$/);
    expect(missingTransitions(coverage.seen())).toHaveLength(transitions.length - 2);
  });

  it('is drawn more often where it came seldom, and less where a known breach is met', () => {
    const coverage = new Coverage();
    const pairs = ['bet', 'win'].flatMap((one) => ['bet', 'win'].map((other) => [step(one), step(other)]));
    for (const steps of pairs) coverage.note(steps, {});
    const weights = (): ReadonlyMap<string, number> => coverage.weights(['bet', 'win', 'duplicate'], createDice('1'));

    expect(weights().get('duplicate')).toBe(8 * 60);
    coverage.blame('duplicate');
    expect(weights().get('duplicate')).toBe(4 * 60);
    expect(coverage.pairs(['bet', 'win', 'duplicate'])).toEqual({ seen: 4, all: 9 });
  });
});
