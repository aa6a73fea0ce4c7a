import { z } from 'zod';
import { durationPattern } from '../base/quantities.ts';
import { callbackTypes } from '../spec/callback.ts';
import { operationNames } from '../spec/operation.ts';

/** What a schema makes, as code has it: nobody changes it. */
export type Made<S extends z.ZodType> = Unchanging<z.output<S>>;
type Unchanging<T> = T extends object ? { readonly [K in keyof T]: Unchanging<T[K]> } : T;

/** The JSON Schema (draft 7, which editors know best) of what a user writes for a schema. */
export const jsonSchemaOf = (
  schema: z.ZodType,
  about: { readonly title: string; readonly description: string },
): Readonly<Record<string, unknown>> => {
  const { $schema, ...body } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
  return { $schema, ...about, ...body };
};

/** Keys that a later version adds are kept; the type has those that are known. */
export const open = <S extends z.ZodRawShape>(shape: S): z.ZodObject<S> =>
  z.looseObject(shape) as unknown as z.ZodObject<S>;

const durationError = 'expected a duration such as 500ms, 1.5s, 2m or 4h';

const spanError = 'expected a duration above 0, such as 500ms or 2m';

/** The shapes that fields of several formats are made of. */
export const fields = {
  text: z.string(),
  texts: z.array(z.string()),
  count: z.int().min(0),
  /** A duration as configuration and scenarios write it. */
  duration: z
    .string({ error: durationError })
    .regex(durationPattern, { error: durationError })
    .meta({ description: 'A duration: a number and ms, s, m or h.' }),
  /** A duration that is more than nothing. */
  span: z
    .string({ error: durationError })
    .regex(durationPattern, { error: durationError })
    .regex(/[1-9]/, { error: spanError })
    .meta({ description: 'A duration above 0: a number and ms, s, m or h.' }),
  /** An id or name that somebody gives: not empty, and no novel. */
  id: z.string().min(1).max(500),
  seq: z.int().min(0).meta({ description: 'Place in the journal: counts on without gaps.' }),
  instant: z.string().meta({ description: 'ISO 8601.', examples: ['2026-03-01T12:00:00.000Z'] }),
  durationMs: z.number().min(0).meta({ description: 'Milliseconds.' }),
  /** In an answer. */
  decimal: z.string().meta({ description: 'A decimal number as text: money is exact.', examples: ['10.5'] }),
  /** In an order. */
  amount: z
    .string({ error: 'a decimal as text, such as "10.5"' })
    .max(40)
    .regex(/^\d+(?:\.\d+)?$/, { error: 'a decimal as text, such as "10.5"' })
    .meta({ description: 'A decimal number as text, not negative.', examples: ['10.5'] }),
  currency: z
    .string()
    .regex(/^[A-Za-z0-9]{2,10}$/, { error: 'a currency code, such as "USD"' })
    .meta({ description: 'A currency code.', examples: ['USD'] }),
  gameId: z
    .int()
    .min(0)
    .meta({ description: 'Id of a game of the catalogue.', examples: [101] }),
  direction: z
    .enum(['operation', 'callback'])
    .meta({ description: 'operation: the agent asks. callback: the platform asks.' }),
  kind: z.enum([...operationNames, ...callbackTypes, 'other']).meta({
    description: 'Name of the operation, type of the callback, or other: neither could be told.',
  }),
};
