import { z } from 'zod';
import { namesOf } from '../spec/closed-list.ts';
import { wireNamesIn } from '../spec/freespins-names.ts';
import { freespinsFields } from '../spec/operation-answers.ts';
import { type Quirk, type QuirkForm, type QuirkName, type Quirks, quirks } from '../spec/quirks.ts';
import { fields } from './schema.ts';

const most = 10;

/** One alone may be written without a list; an empty one would take nothing. */
const listOf = <S extends z.ZodType>(item: S) =>
  z.union([item.transform((one) => [one]), z.array(item).min(1).max(most)]);

/** Other names for fields of ours: in requests, and in answers, no name for two of them. */
const namesFor = (known: readonly string[]): z.ZodType => {
  const name = z.string().min(1).optional().meta({ description: 'What this field is called on the wire.' });
  return z
    .strictObject(Object.fromEntries(known.map((field) => [field, name])))
    .refine(hasDistinctNames, { error: 'two fields cannot have the same name' });
};

const hasDistinctNames = (names: Readonly<Record<string, string | undefined>>): boolean => {
  const { request, answer } = wireNamesIn(names as Readonly<Record<string, string>>);
  return (
    isDistinct([...commonFields, ...freespinsFields.request.map((name) => request[name] ?? name)]) &&
    isDistinct(freespinsFields.answer.map((name) => answer[name] ?? name))
  );
};

const isDistinct = (names: readonly string[]): boolean => new Set(names).size === names.length;

/** They are shown by the specification, and keep their names. */
const commonFields = ['agent_id', 'timestamp'];

const ofForm: Readonly<Record<Exclude<QuirkForm, 'names'>, z.ZodType>> = {
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
  const { byDefault, description, ...written }: Quirk = quirks[name];
  const value = schemaFor(written);
  return value.default(byDefault as never).meta({ description });
};

const schemaFor = ({ values, fields: known = [], form = 'word' }: Written): z.ZodType => {
  if (form === 'names') return namesFor(known);
  return values === undefined ? ofForm[form] : wordsOf(values);
};

type Written = Pick<Quirk, 'values' | 'fields' | 'form'>;

/** A value for each quirk; the default where none is given. */
export const quirkShape = Object.fromEntries(namesOf(quirks).map((name) => [name, schemaOf(name)])) as unknown as {
  readonly [Name in QuirkName]: z.ZodType<Quirks[Name]>;
};
