import type { z } from 'zod';
import type { Alike } from '../../spec/likeness.ts';
import type { Place } from '../document/problem.ts';
import type { CallOptions, Expectation, Sparse } from './call-schema.ts';
import type { scenarioSchema, WrittenStep } from './scenario-schema.ts';

type StepOf<Kind extends WrittenStep['kind']> = Sparse<Extract<WrittenStep, { kind: Kind }>> & {
  readonly place: Place;
};

export type { CallOptions, Expectation };

/** A JSON value: what YAML gives, or `{ json }`, `{ raw }`, `{ characters }`: see `toFields`. */
export type FieldValue = unknown;

export type GetBalanceStep = StepOf<'getBalance'>;
export type RollbackStep = StepOf<'rollback'> & { readonly twin?: Alike };
export type ResendStep = StepOf<'resend'>;
/** `twin`: a later call has an id like that of this one: it is made so that there can be one. */
export type MakeBetStep = StepOf<'makeBet'> & { readonly twin?: Alike };
export type AmountExpression = MakeBetStep['bet'];
export type RawBodyStep = StepOf<'raw'>;
export type PackStep = StepOf<'pack'>;
export type OthersStep = StepOf<'others'>;
export type EarlierStep = StepOf<'earlier'>;
export type AuditStep = StepOf<'audit'>;
export type LaunchStep = StepOf<'launch'>;
export type ClockStep = StepOf<'clock'>;

export interface TogetherStep {
  readonly kind: 'together';
  readonly place: Place;
  /** Already multiplied by `count`. */
  readonly steps: readonly CallStep[];
  /** What is raced, where the writer named it: `bets beside a getBalance`. */
  readonly title?: string;
  /** Those of the steps that the others are beside. */
  readonly row?: readonly CallStep[];
}

export interface KillStep {
  readonly kind: 'kill';
  readonly place: Place;
  /** How often each of the calls is made at most. */
  readonly count: number;
  readonly steps: readonly CallStep[];
}

export interface RepeatStep {
  readonly kind: 'repeat';
  readonly place: Place;
  readonly count: number;
  readonly steps: readonly Step[];
}

/** Rows of steps that differ by what varies; a run draws some of them. */
export interface MatrixStep {
  readonly kind: 'matrix';
  readonly place: Place;
  readonly rows: readonly MatrixRow[];
}

export interface MatrixRow {
  /** Which value of each axis it has. */
  readonly cell: readonly number[];
  readonly steps: readonly Step[];
}

export type CallStep = GetBalanceStep | MakeBetStep | RollbackStep | ResendStep;
export type Step =
  | CallStep
  | RawBodyStep
  | TogetherStep
  | KillStep
  | RepeatStep
  | MatrixStep
  | PackStep
  | OthersStep
  | EarlierStep
  | AuditStep
  | LaunchStep
  | ClockStep
  | StepOf<'wait' | 'patience' | 'restart'>;

type Head = Sparse<Omit<z.output<typeof scenarioSchema>, 'steps' | 'players' | 'currencies'>>;

/** A scenario as the runner plays it: every default filled in, every name checked. */
export interface Scenario extends Head {
  readonly file: string;
  /** How many players it needs, and how many currencies of player one. */
  readonly players: number;
  readonly currencies: number;
  readonly steps: readonly Step[];
  /** The YAML that it was read from. */
  readonly source?: string;
}

/** Every step that occurs, once; what is in a group comes after the group itself. */
export function* eachStep(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    if (step.kind === 'together' || step.kind === 'kill' || step.kind === 'repeat') yield* eachStep(step.steps);
    if (step.kind === 'matrix') for (const row of step.rows) yield* eachStep(row.steps);
  }
}
