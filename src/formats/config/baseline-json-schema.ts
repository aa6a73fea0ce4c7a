import { baselineSchema } from '../../spec/schemas/baseline.ts';
import { jsonSchemaOf } from '../document/json-schema-of.ts';

/** The JSON Schema of a baseline file, for editors. */
export const baselineJsonSchema = (): Readonly<Record<string, unknown>> =>
  jsonSchemaOf(baselineSchema, {
    title: 'walletproof baseline',
    description: 'Breaches that are known: a run tells them, and does not fail for them.',
  });
