import type { Run } from '../spec/run.ts';
import type { Scenario } from '../spec/scenario.ts';

/** The order in which scenarios are played, and the way back to that of the suite. */
export interface PlayOrder {
  readonly scenarios: readonly Scenario[];
  /** The run as if it had been played in the order of the suite. */
  restore(run: Run): Run;
}

/** Some scenarios first, by their files; the others after them, each in the order of the suite. */
export const playOrder = (
  suite: readonly Scenario[],
  first: ReadonlySet<string> = new Set(),
): PlayOrder => {
  const [before, after] = [true, false].map((isFirst) =>
    suite.filter(({ file }) => first.has(file) === isFirst),
  );
  const ranks = new Map(suite.map(({ file }, index) => [file, index]));
  const rankOf = (file: string): number =>
    ranks.get(file) ?? (['dialect', 'preflight'].includes(file) ? -1 : ranks.size);
  return {
    scenarios: [...(before ?? []), ...(after ?? [])],
    restore: (run) => ({
      ...run,
      requirements: run.requirements.map((result) => ({
        ...result,
        findings: sorted(result.findings, ({ scenario }) => rankOf(scenario)),
      })),
      scenarios: sorted(run.scenarios, ({ file }) => rankOf(file)),
      exchanges: sorted(run.exchanges, ({ scenario }) => rankOf(scenario)),
    }),
  };
};

const sorted = <T>(items: readonly T[], rankOf: (item: T) => number): T[] =>
  items.toSorted((one, other) => rankOf(one) - rankOf(other));
