import type { FindingCode } from './finding.ts';
import type { Situation } from './situation.ts';
import type { Level } from './verdict.ts';

/**
 * What judges a requirement:
 * `scenarios` that list it, `every-answer` of a run, or the agent's own `requests` to the platform.
 */
export type JudgedBy = 'scenarios' | 'every-answer' | 'requests';

/** What a requirement rests on. */
export const sourceKinds = ['specification', 'soundness'] as const;

export type SourceKind = (typeof sourceKinds)[number];

/**
 * `specification`: what is written there, `sentence` as it stands in that section, without markup;
 * of a table the cells of a row, with colons between them. `soundness`: what no wallet may do, or
 * what we look at, though the specification does not say it; `reason` says so.
 */
export type Source =
  | {
      readonly kind: 'specification';
      /** Of the specification; not always that of the requirement. */
      readonly section: string;
      readonly sentence: string;
    }
  | { readonly kind: 'soundness'; readonly reason: string };

/** One line of the catalogue. The id is stable: people keep it in skip lists and trackers. */
export interface Requirement {
  readonly id: string;
  readonly level: Level;
  /** Section of the specification it belongs to: what is written there, or is silent. */
  readonly section: string;
  readonly source: Source;
  /** One sentence about the agent: "debits the bet". */
  readonly title: string;
  /** What goes wrong, for whom, where it is broken: one or two sentences. */
  readonly why: string;
  readonly judgedBy: JudgedBy;
  /** The situations that show it. */
  readonly situations: readonly Situation[];
  /** Where given, only calls of such a label show it: those before them set the scene. */
  readonly calls?: RegExp;
  /** Where given, only these findings break it; others are charged to the situation's own. */
  readonly codes?: readonly FindingCode[];
}

/** A source whose section is that of the requirement unless it says otherwise. */
type SourceHere =
  | { readonly kind: 'specification'; readonly section?: string; readonly sentence: string }
  | Extract<Source, { kind: 'soundness' }>;

/** A requirement without its id and level; judged by `scenarios` unless it says otherwise. */
type Description = Omit<Requirement, 'id' | 'level' | 'judgedBy' | 'source'> &
  Partial<Pick<Requirement, 'judgedBy'>> & { readonly source: SourceHere };

/** The sentence of the specification that a requirement rests on. */
export const written = (sentence: string, section?: string): SourceHere => ({
  kind: 'specification',
  section,
  sentence,
});

/** Why a requirement is there though the specification does not say it: a clause. */
export const unwritten = (reason: string): SourceHere => ({ kind: 'soundness', reason });

const sourceIn = (section: string, source: SourceHere): Source =>
  source.kind === 'soundness' ? source : { ...source, section: source.section ?? section };

const atLevel =
  (level: Level) =>
  (id: string, description: Description): Requirement => ({
    id,
    level,
    judgedBy: 'scenarios',
    ...description,
    source: sourceIn(description.section, description.source),
  });

/** A breach fails the run: it is written, or no wallet may do it. */
export const must = atLevel('must');

/** A breach is a warning: it is recommended, or a reasonable platform relies on it. */
export const should = atLevel('should');

/** What the agent does is recorded: the specification leaves it open. */
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
