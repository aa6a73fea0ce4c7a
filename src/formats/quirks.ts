import { z } from 'zod';
import { namesOf } from '../spec/closed-list.ts';
import type { Quirk, QuirkForm, QuirkName, Quirks } from '../spec/quirks.ts';
import { quirks } from '../spec/quirks.ts';
import { fields } from './schema.ts';

/** Keys of `quirks` as the version before had them, and what they are called now. */
const earlierNames = { dialect: 'accept' } as const satisfies Record<string, QuirkName>;

const most = 10;

/** One alone may be written without a list; an empty one would take nothing. */
const listOf = <S extends z.ZodType>(item: S) =>
  z.union([item.transform((one) => [one]), z.array(item).min(1).max(most)]);

const ofForm: Readonly<Record<QuirkForm, z.ZodType>> = {
  word: z.string().min(1),
  duration: fields.duration,
  span: fields.span,
  durations: z.array(fields.duration).max(most),
  dialects: listOf(z.string().min(1)),
  count: z.int().min(1024),
  amount: z.union([fields.amount, z.number().min(0).transform(String).pipe(fields.amount)]),
};

/** Words that look like numbers may be written as numbers: `bodyLimitStatus: 413`. */
const wordsOf = (values: readonly string[]): z.ZodType =>
  values.every((value) => /^\d+$/.test(value))
    ? z.union([z.enum(values), z.literal(values.map(Number)).transform(String)])
    : z.enum(values);

const schemaOf = (name: QuirkName): z.ZodType => {
  const { byDefault, values, form = 'word', description }: Quirk = quirks[name];
  const value = values === undefined ? ofForm[form] : wordsOf(values);
  return value.default(byDefault as never).meta({ description });
};

/** A value for each quirk; the default where none is given. */
export const quirkShape = Object.fromEntries(
  namesOf(quirks).map((name) => [name, schemaOf(name)]),
) as unknown as { readonly [Name in QuirkName]: z.ZodType<Quirks[Name]> };

/** What was written for an earlier version, by the names of this one. */
export const withPresentNames = (given: unknown): unknown => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const entries = Object.entries(given).map(([name, value]) => [
    Object.hasOwn(earlierNames, name) ? earlierNames[name as keyof typeof earlierNames] : name,
    value,
  ]);
  return Object.fromEntries(entries);
};
