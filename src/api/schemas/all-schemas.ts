import { z } from 'zod';
import { agentAnswers, agentRequests } from './agents.ts';
import { deliveryAnswers } from './deliveries.ts';
import { exchangeAnswers, exchangeRequests } from './exchanges.ts';
import { findingAnswers, findingRequests } from './findings.ts';
import { handAnswers, handRequests } from './hand-callbacks.ts';
import { platformAnswers, platformRequests } from './platform.ts';
import { runAnswers, runRequests } from './runs.ts';
import { scenarioAnswers, scenarioRequests } from './scenarios.ts';
import { sessionAnswers, sessionRequests } from './sessions.ts';

/** Everything that the admin API takes in, by name: bodies, and the queries of URLs. */
export const requests = {
  ...platformRequests,
  ...exchangeRequests,
  ...findingRequests,
  ...handRequests,
  ...sessionRequests,
  ...runRequests,
  ...scenarioRequests,
  ...agentRequests,
};

/** Everything that the admin API answers, by name. */
export const answers = {
  ...platformAnswers,
  ...exchangeAnswers,
  ...findingAnswers,
  ...handAnswers,
  ...deliveryAnswers,
  ...sessionAnswers,
  ...runAnswers,
  ...scenarioAnswers,
  ...agentAnswers,
};

export type JsonSchema = Readonly<Record<string, unknown>>;

const registry = z.registry<{ readonly id: string }>();
for (const [id, schema] of Object.entries({ ...requests, ...answers })) registry.add(schema, { id });

/** The name of a schema; undefined where it has none. */
export const nameOf = (schema: z.ZodType | undefined): string | undefined =>
  schema === undefined ? undefined : registry.get(schema)?.id;

/**
 * JSON Schemas (2020-12) of everything that the admin API takes and answers, by name; they refer
 * to each other as components of an OpenAPI document.
 */
export const adminJsonSchemas = (): Readonly<Record<string, JsonSchema>> => {
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, bare(schema)]));
};

/** Without what a component does not say of itself. */
const bare = ({ $schema, $id, ...schema }: JsonSchema): JsonSchema => schema;
