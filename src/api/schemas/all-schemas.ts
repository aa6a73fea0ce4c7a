import { z } from 'zod';
import { comparisonSchema } from '../../formats/comparison.ts';
import { activeFaultSchema, faultOrderSchema } from '../../formats/fault.ts';
import { accountStatementSchema } from '../../formats/judgement.ts';
import { exchangeAnswers, exchangeQuerySchema } from './exchanges.ts';
import { resendSchema, sentSchema, triggerSchema } from './hand-callbacks.ts';
import {
  clockOrderSchema,
  clockSchema,
  documentSchema,
  errorSchema,
  healthSchema,
  loginSchema,
  setupSchema,
} from './platform.ts';
import { reportSchema, runOrderSchema, runViewSchema, sinceQuerySchema } from './runs.ts';
import {
  fileQuerySchema,
  recordingSchema,
  recordOrderSchema,
  savedScenarioSchema,
  scenarioSchema,
  scenarioSourceSchema,
  scenarioTextSchema,
} from './scenarios.ts';
import { launchSchema, packOrderSchema, packSchema, sessionSchema } from './sessions.ts';

/** Everything that the admin API takes in, by name: bodies, and the queries of URLs. */
export const requestSchemas = {
  TriggerOrder: triggerSchema,
  ResendOrder: resendSchema,
  LaunchOrder: launchSchema,
  PackOrder: packOrderSchema,
  RunOrder: runOrderSchema,
  RecordOrder: recordOrderSchema,
  FaultOrder: faultOrderSchema,
  ClockOrder: clockOrderSchema,
  ScenarioText: scenarioTextSchema,
  Login: loginSchema,
  Nothing: z.strictObject({}),
  ExchangeQuery: exchangeQuerySchema,
  FileQuery: fileQuerySchema,
  SinceQuery: sinceQuerySchema,
};

export type RequestName = keyof typeof requestSchemas;

/** What a checked request is. */
export type Checked<Name extends RequestName> = z.output<(typeof requestSchemas)[Name]>;

/** Everything that the admin API answers, by name. */
const answerSchemas = {
  Health: healthSchema,
  Setup: setupSchema,
  ...exchangeAnswers,
  AccountStatement: accountStatementSchema,
  AccountStatements: z.array(accountStatementSchema),
  Session: sessionSchema,
  Sessions: z.array(sessionSchema),
  Pack: packSchema,
  Packs: z.array(packSchema),
  Clock: clockSchema,
  Fault: activeFaultSchema,
  Faults: z.array(activeFaultSchema),
  Run: runViewSchema,
  Runs: z.array(runViewSchema),
  Report: reportSchema,
  Comparison: comparisonSchema,
  Scenarios: z.array(scenarioSchema),
  Recording: recordingSchema,
  ScenarioSource: scenarioSourceSchema,
  SavedScenario: savedScenarioSchema,
  SentByHand: sentSchema,
  Document: documentSchema,
  Error: errorSchema,
};

export type AnswerName = keyof typeof answerSchemas;

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
