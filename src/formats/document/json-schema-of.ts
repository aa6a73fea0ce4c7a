import { z } from 'zod';

/** The JSON Schema (draft 7, which editors know best) of what a user writes for a schema. */
export const jsonSchemaOf = (
  schema: z.ZodType,
  about: { readonly title: string; readonly description: string },
): Readonly<Record<string, unknown>> => {
  const { $schema, ...body } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
  return { $schema, ...about, ...body };
};
