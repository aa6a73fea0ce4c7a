import { z } from 'zod';
import { callbackTypes } from '../../callback.ts';
import { operationNames } from '../../operation.ts';

/** The shapes that fields of the admin API are made of. */
export const fields = {
  text: z.string(),
  /** An id or name that somebody gives: not empty, and no novel. */
  id: z.string().min(1).max(500),
  seq: z.int().min(0).meta({ description: 'Place in the journal: counts on without gaps.' }),
  instant: z.string().meta({ description: 'ISO 8601.', examples: ['2026-03-01T12:00:00.000Z'] }),
  durationMs: z.number().min(0).meta({ description: 'Milliseconds.' }),
  /** In an answer. */
  decimal: z
    .string()
    .meta({ description: 'A decimal number as text: money is exact.', examples: ['10.5'] }),
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

/** A schema for each field of `T`, the optional ones too: a field that is forgotten does not compile. */
export type ShapeOf<T> = { readonly [K in keyof T]-?: z.ZodType<Exclude<T[K], undefined>> };
