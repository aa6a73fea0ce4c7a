import { createRequire } from 'node:module';

/** Its matchers miss a dependency of their own; the schema of OASIS in it is what is used, with its validator. */
const carrier = createRequire(createRequire(import.meta.url).resolve('@microsoft/jest-sarif/package.json'));

interface Validator {
  addMetaSchema(schema: object): void;
  compile(schema: object): ((value: unknown) => boolean) & { readonly errors?: unknown };
}

const Ajv = carrier('ajv') as new (options: object) => Validator;

const ajv = new Ajv({ schemaId: 'auto', meta: false });
ajv.addMetaSchema(carrier('ajv/lib/refs/json-schema-draft-04.json'));
const validate = ajv.compile(carrier('./lib/schemas/sarif-2.1.0-rtm.5.json'));

/** What the schema of SARIF 2.1.0 has against a log; nothing where it is valid. */
export const sarifProblems = (log: unknown): unknown => (validate(log) ? undefined : validate.errors);
