import { scenarioSchema } from '../../spec/schemas/scenario.ts';
import { jsonSchemaOf } from '../document/json-schema-of.ts';

/** The JSON Schema of a scenario file, for editors. */
export const scenarioJsonSchema = (): Readonly<Record<string, unknown>> =>
  jsonSchemaOf(scenarioSchema, {
    title: 'walletproof scenario',
    description: 'Calls to an agent; the ledger says what must come of them.',
  });
