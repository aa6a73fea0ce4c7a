import type { FindingCode } from './finding.ts';
import type { Situation } from './situation.ts';
import type { Level } from './verdict.ts';

/**
 * What judges a requirement:
 * `scenarios` that list it, `every-answer` of a run, or the agent's own `requests` to the platform.
 */
export type JudgedBy = 'scenarios' | 'every-answer' | 'requests';

/** One line of the catalogue. The id is stable: people keep it in skip lists and trackers. */
export interface Requirement {
  readonly id: string;
  readonly level: Level;
  /** Section of the specification it comes from. */
  readonly section: string;
  /** One sentence about the agent: "debits the bet". */
  readonly title: string;
  /** What goes wrong, for whom, where it is broken: one or two sentences. */
  readonly why: string;
  readonly judgedBy: JudgedBy;
  /** The situations that show it. */
  readonly situations: readonly Situation[];
  /** Where given, only these findings break it; others are charged to the situation's own. */
  readonly codes?: readonly FindingCode[];
}

/** A requirement without its id and level; judged by `scenarios` unless it says otherwise. */
type Description = Omit<Requirement, 'id' | 'level' | 'judgedBy'> &
  Partial<Pick<Requirement, 'judgedBy'>>;

const atLevel =
  (level: Level) =>
  (id: string, description: Description): Requirement => ({
    id,
    level,
    judgedBy: 'scenarios',
    ...description,
  });

/** The specification says so: a breach fails the run. */
export const must = atLevel('must');

/** Recommended, or relied on by a reasonable platform: a breach is a warning. */
export const should = atLevel('should');

/** The specification is silent: what the agent does is recorded. */
export const observe = atLevel('observe');

/** The getBalance after a deed, sent by the scenario or by the runner: it shows a silent move of money. */
export const afterwards = ['balance', 'probe'] as const satisfies readonly Situation[];

/** A new makeBet that the balance covers. */
export const newBet = ['bet', 'bet-and-win', 'win'] as const satisfies readonly Situation[];

/** A rollback of a processed transaction. */
export const rollbacks = [
  'rollback-of-bet',
  'rollback-of-bet-and-win',
  'rollback-of-win',
] as const satisfies readonly Situation[];

/** Everything that an agent must answer with a balance. */
export const ordinary = [
  'balance',
  'balance-with-freespins',
  ...newBet,
  'zero',
  'duplicate',
  ...rollbacks,
  'rollback-again',
] as const satisfies readonly Situation[];
