import { z } from 'zod';
import { durationPattern } from './written-time.ts';

/** The JSON Schema (draft 7, which editors know best) of what a user writes for a schema. */
export const jsonSchemaOf = (
  schema: z.ZodType,
  about: { readonly title: string; readonly description: string },
): Readonly<Record<string, unknown>> => {
  const { $schema, ...body } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
  return { $schema, ...about, ...body };
};

const durationError = 'expected a duration such as 500ms, 1.5s, 2m or 4h';

/** A duration as configuration and scenarios write it. */
export const durationSchema = z
  .string({ error: durationError })
  .regex(durationPattern, { error: durationError })
  .meta({ description: 'A duration: a number and ms, s, m or h.' });
