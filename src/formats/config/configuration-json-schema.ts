import { configurationSchema } from '../../spec/schemas/configuration.ts';
import { jsonSchemaOf } from '../document/json-schema-of.ts';

/** The JSON Schema of walletproof.config.yaml, for editors. */
export const configurationJsonSchema = (): Readonly<Record<string, unknown>> =>
  jsonSchemaOf(configurationSchema, {
    title: 'walletproof configuration',
    description: `Every key can be left out. \${NAME} inside text reads the environment.`,
  });
