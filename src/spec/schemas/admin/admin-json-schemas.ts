import { z } from 'zod';
import { answerSchemas } from './answer-schemas.ts';
import { requestSchemas } from './request-schemas.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * JSON Schemas (2020-12) of everything that the admin API takes and answers, by name; they refer
 * to each other as components of an OpenAPI document.
 */
export const adminJsonSchemas = (): Readonly<Record<string, JsonSchema>> => {
  const registry = z.registry<{ readonly id: string }>();
  for (const [id, schema] of Object.entries({ ...requestSchemas, ...answerSchemas })) {
    registry.add(schema, { id });
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, bare(schema)]));
};

/** Without what a component does not say of itself. */
const bare = ({ $schema, $id, ...schema }: JsonSchema): JsonSchema => schema;
