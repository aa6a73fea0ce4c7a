import type { z } from 'zod';
import type { Alike } from '../../spec/likeness.ts';
import { checkValue, parseDocument } from '../document/parse-document.ts';
import type { PrintableMap } from '../document/print-document.ts';
import type { Path, Place } from '../document/problem.ts';
import { readSource } from '../document/read-source.ts';
import { exactNumber } from './amount.ts';
import { checkScenario, eachCall, needsOf, twinsIn } from './check-scenario.ts';
import { scenarioHints } from './hints.ts';
import type { CallStep, Scenario, Step, TogetherStep } from './scenario.ts';
import { brokenSchema, type CheckedScenario, scenarioSchema, type WrittenStep } from './scenario-schema.ts';

interface ScenarioText {
  readonly text: string;
  /** How errors and reports name the file. */
  readonly file: string;
  /** The catalogue's ids; ids are checked by their form only when left out. */
  readonly knownRequirements?: readonly string[];
}

const form = {
  code: 'scenario',
  expects: 'a scenario: `scenario: title`, and `steps:`',
  number: exactNumber,
  schema: scenarioSchema,
  hints: scenarioHints,
} as const;

/** A scenario from its YAML. Throws a WalletproofError that points at whatever is wrong with it. */
export const parseScenario = ({ text, file, knownRequirements }: ScenarioText): Scenario => {
  const { scenario, placeOf } = parseDocument({
    ...form,
    text,
    file,
    broken: brokenSchema,
    check: (checked: CheckedScenario, lineOf) => checkScenario(checked, lineOf, knownRequirements),
    convert: (scenario, placeOf) => ({ scenario, placeOf }),
  });
  return { ...playedScenario(scenario, file, placeOf), source: text };
};

/** The steps of a scenario as its file has them: numbers of amounts are text. Empty where nobody kept its text. */
export const writtenSteps = ({ source, file }: Pick<Scenario, 'source' | 'file'>): readonly PrintableMap[] => {
  const { value } = readSource({ ...form, text: source ?? '{ steps: [] }', file });
  return (value as { readonly steps: readonly PrintableMap[] }).steps;
};

/** A scenario as its schema makes it: its steps have no places yet, and what they say of each other is not checked. */
export type ReadScenario = z.output<typeof scenarioSchema>;

/** A scenario from a value in place of a text. Throws as `parseScenario` does, for what the schema refuses. */
export const readScenario = (value: unknown, file: string): ReadScenario => checkValue(value, { ...form, file });

/** A scenario as it is played. */
export const playedScenario = (read: ReadScenario, file: string, placeOf: (path: Path) => Place): Scenario => {
  const calls = [...eachCall(read.steps)];
  const twins = new Map(twinsIn(calls).map(({ of, alike }) => [of, alike] as const));
  return { ...read, file, ...needsOf(read, calls), steps: playedSteps(read.steps, [], { placeOf, twins }) };
};

interface Laying {
  readonly placeOf: (path: Path) => Place;
  /** How later ids are alike to that of a call. */
  readonly twins: ReadonlyMap<WrittenStep, Alike>;
}

type Inner<S> = readonly { readonly at: Path; readonly step: S }[];

/** Steps as they are played: each with its place in the file, groups written out. */
const playedSteps = (steps: CheckedScenario['steps'], base: Path, laying: Laying): Step[] =>
  steps.map(({ at, step }) => {
    const path = [...base, ...at];
    const place = laying.placeOf(path);
    switch (step.kind) {
      case 'together':
        return playedTogether(step, path, laying);
      case 'kill':
        return { ...step, place, steps: playedCalls(step.steps, [...path, 'kill'], laying) };
      case 'repeat':
        return { ...step, place, steps: playedSteps(step.steps, [...path, 'repeat'], laying) };
      case 'matrix': {
        const rows = step.rows.map((row) => ({ ...row, steps: playedSteps(row.steps, [...path, 'matrix'], laying) }));
        return { kind: 'matrix', place, rows };
      }
      case 'makeBet':
      case 'rollback':
        return playedCall(step, path, laying);
      default:
        return { ...step, place };
    }
  });

/** A call as its schema makes it. */
export type WrittenCall = Extract<WrittenStep, { kind: CallStep['kind'] }>;

const playedCall = (step: WrittenCall, path: Path, { placeOf, twins }: Laying): CallStep => {
  const place = placeOf(path);
  const twin = step.kind === 'makeBet' || step.kind === 'rollback' ? twins.get(step) : undefined;
  return twin === undefined ? { ...step, place } : ({ ...step, place, twin } as CallStep);
};

type WrittenTogether = Extract<WrittenStep, { kind: 'together' }>;

/** What is beside rows is made once for each of them. */
const playedTogether = ({ beside, ...group }: WrittenTogether, path: Path, laying: Laying): Step => {
  const place = laying.placeOf(path);
  const here = [...path, 'together'];
  const steps = playedGroup(group, here, laying);
  if (beside.length === 0) return { kind: 'together', place, steps };
  const rows = beside.map(({ row, ...inner }): TogetherStep => {
    const at = [...here, 'beside', row];
    const calls = playedGroup(inner, at, laying);
    const title = `${steps.every(({ kind }) => kind === 'makeBet') ? 'bets' : 'calls'} beside ${row}`;
    return { kind: 'together', place: laying.placeOf(at), steps: inTurns(calls, steps), title, row: calls };
  });
  return { kind: 'repeat', place, count: 1, steps: rows };
};

const playedGroup = (
  { count, steps }: { count: number; steps: Inner<WrittenCall> },
  base: Path,
  laying: Laying,
): CallStep[] => {
  const calls = playedCalls(steps, base, laying);
  return Array.from({ length: count }, () => calls).flat();
};

const playedCalls = (steps: Inner<WrittenCall>, base: Path, laying: Laying): CallStep[] =>
  steps.map(({ at, step }) => playedCall(step, [...base, ...at], laying));

/** One of the row, one of those beside it: these come last, for a row that writes back what it read. */
const inTurns = (ones: readonly CallStep[], others: readonly CallStep[]): CallStep[] =>
  Array.from({ length: Math.max(ones.length, others.length) }, (_, n) =>
    [ones[n], others[n]].filter((call) => call !== undefined),
  ).flat();
