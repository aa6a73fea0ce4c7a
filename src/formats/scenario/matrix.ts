import { z } from 'zod';
import { WrittenNumber } from '../document/print-document.ts';
import type { Path } from '../document/problem.ts';
import { exactNumber } from './amount.ts';

/** More would be a load test. */
const mostRows = 2_000;

const axisName = z.string().regex(/^[a-z][a-z0-9_]*$/, { error: 'expected a name in small letters' });

const varySchema = z
  .record(axisName, z.union([z.array(z.unknown()).min(1), z.record(z.string().min(1), z.unknown())]))
  .refine((axes) => Object.keys(axes).length > 0, { error: 'nothing varies', params: { remedy: 'name what does' } })
  .describe('What differs from row to row: by name a list of values, or of named values (name: value).');

/** A step before its row is known: `$name` stands for the value of that name, alone or as a whole step. */
const templateSchema = z.array(z.unknown()).min(1).describe('The steps of a row: `$name` stands for its value.');

/** One row: its steps, each with the place of what it is written as. `cell`: which value of each axis it has. */
export interface Row<Step> {
  readonly cell: readonly number[];
  readonly steps: readonly { readonly at: Path; readonly step: Step }[];
}

interface Value {
  /** Where it stands among those of its axis. */
  readonly key: string | number;
  readonly name: string;
  readonly value: unknown;
}

/**
 * Rows of steps, one for each combination of the values that vary.
 * @param stepSchema of one step of a row
 */
export const matrixSchema = <Step>(stepSchema: () => z.ZodType<Step>) =>
  z
    .strictObject({ vary: varySchema, steps: templateSchema })
    .describe('Steps that are played once for each value of what varies; every combination with --thorough.')
    .transform(({ vary, steps }, context): { readonly rows: readonly Row<Step>[] } => {
      const axes = Object.entries(vary).map(([axis, values]) => ({ axis, values: valuesOf(values) }));
      const count = axes.reduce((product, { values }) => product * values.length, 1);
      const complain = (path: Path, message: string, remedy: string): void =>
        void context.issues.push({ code: 'custom', path: [...path], message, params: { remedy }, input: steps });
      if (count > mostRows) complain(['vary'], `the matrix comes to ${count} rows`, `${mostRows} are the most`);
      const unknown = namesIn(steps, []).filter(({ name }) => vary[name] === undefined);
      for (const { name, path } of unknown) {
        complain(
          ['steps', ...path],
          `nothing of the name \`${name}\` varies`,
          `one of ${Object.keys(vary).join(', ')}`,
        );
      }
      if (context.issues.length > 0) return z.NEVER;
      const rows = cellsOf(axes.map(({ values }) => values.length)).map((cell) => {
        const row = new Map(axes.map(({ axis, values }, index) => [axis, values[cell[index] ?? 0] as Value]));
        return { cell, steps: steps.flatMap((step, index) => rowSteps(step, { row, index, stepSchema, context })) };
      });
      return { rows };
    });

const valuesOf = (written: readonly unknown[] | Readonly<Record<string, unknown>>): Value[] =>
  Array.isArray(written)
    ? written.map((value: unknown, key) => ({ key, name: nameOf(value), value }))
    : Object.entries(written).map(([name, value]) => ({ key: name, name, value }));

/** `case`, `10.5`, `prefix 64`. */
const nameOf = (value: unknown): string => {
  if (value instanceof WrittenNumber) return value.text;
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${nameOf(inner)}`)
    .join(', ');
};

/** Every combination, the last axis changing quickest. */
const cellsOf = (sizes: readonly number[]): number[][] =>
  sizes.reduce<number[][]>(
    (cells, size) => cells.flatMap((cell) => Array.from({ length: size }, (_, index) => [...cell, index])),
    [[]],
  );

const variable = /\$([a-z][a-z0-9_]*)/g;

const isVariable = (text: string): boolean => /^\$[a-z][a-z0-9_]*$/.test(text);

/** What varies in a value: as a whole, or in the words about a call. */
const namesIn = (value: unknown, path: Path): { readonly name: string; readonly path: Path }[] => {
  if (typeof value === 'string') {
    const isAbout = path.at(-1) === 'about';
    return isAbout || isVariable(value) ? [...value.matchAll(variable)].map(([, name = '']) => ({ name, path })) : [];
  }
  if (typeof value !== 'object' || value === null || value instanceof WrittenNumber) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    namesIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
};

interface Filling<Step> {
  readonly row: ReadonlyMap<string, Value>;
  readonly index: number;
  readonly stepSchema: () => z.ZodType<Step>;
  readonly context: z.core.$RefinementCtx<unknown>;
}

/** The steps that a written one stands for in a row: itself, or those that vary. */
const rowSteps = <Step>(written: unknown, { row, index, stepSchema, context }: Filling<Step>): Row<Step>['steps'] => {
  const filled = fill(written, row, []);
  const isList = typeof written === 'string' && Array.isArray(filled);
  const at = ['steps', index];
  return (isList ? filled : [filled]).flatMap((each: unknown, item: number) => {
    const made = stepSchema().safeParse(named(each, written, row), { error: () => '' });
    if (made.success) return [{ at, step: made.data }];
    // Each mistake is told once, however many rows have it.
    const told = new Set(context.issues.map((issue) => JSON.stringify(issue.path)));
    for (const issue of made.error.issues) {
      const inner = [...(isList ? [item] : []), ...issue.path];
      const path = placeInValue(written, inner, row) ?? [...at, ...inner];
      if (!told.has(JSON.stringify(path))) context.issues.push({ ...issue, path } as z.core.$ZodRawIssue);
    }
    return [];
  });
};

/** Where a mistake stands that is in a value, and not in the step that has it; undefined where it is not. */
const placeInValue = (written: unknown, path: Path, row: ReadonlyMap<string, Value>): Path | undefined => {
  if (typeof written === 'string' && isVariable(written)) {
    const axis = written.slice(1);
    const { key } = row.get(axis) ?? {};
    return key === undefined ? undefined : ['vary', axis, key, ...path];
  }
  const [next, ...rest] = path;
  if (next === undefined || typeof written !== 'object' || written === null) return undefined;
  return placeInValue((written as Readonly<Record<string, unknown>>)[String(next)], rest, row);
};

const fill = (value: unknown, row: ReadonlyMap<string, Value>, path: Path): unknown => {
  if (typeof value === 'string') {
    if (path.at(-1) === 'about') return value.replaceAll(variable, (_, name: string) => row.get(name)?.name ?? '');
    // What varies is taken as it is: no value names another one.
    const own = isVariable(value) ? row.get(value.slice(1)) : undefined;
    return own === undefined ? value : fill(own.value, new Map(), path);
  }
  // What a number is as an amount or a field is known where it stands.
  if (value instanceof WrittenNumber) return exactNumber(value.text, Number(value.text), path);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner, index) => fill(inner, row, [...path, index]));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner, row, [...path, key])]));
};

/** A call of a row is told by what varies in it, where nothing else says what it is about. */
const named = (step: unknown, written: unknown, row: ReadonlyMap<string, Value>): unknown => {
  if (typeof step !== 'object' || step === null) return step;
  const isCall = ['getBalance', 'makeBet', 'rollback', 'resend'].some((action) => action in step);
  if (!isCall || 'about' in step || JSON.stringify(step).includes('"alike"')) return step;
  const own = typeof written === 'string' ? [] : namesIn(written, []).map(({ name }) => name);
  const about = [...row].filter(([axis]) => own.includes(axis)).map(([, { name }]) => name);
  return about.length === 0 ? step : { ...step, about: about.join(', ') };
};
