import type { Field, ValueType } from '../spec/field.ts';
import type { JsonSchema } from './schemas/all-schemas.ts';

/** Schemas by their name, to be components of an OpenAPI document. */
export type NamedSchemas = Readonly<Record<string, JsonSchema>>;

/** An object with these fields under a name, and the objects inside it under theirs. */
export const schemasOf = (name: string, description: string, fields: readonly Field[]): NamedSchemas => ({
  ...Object.assign({}, ...fields.map(insideOf)),
  [name]: schemaOfFields(description, fields),
});

/** An object with these fields. */
export const schemaOfFields = (description: string, fields: readonly Field[]): JsonSchema => ({
  type: 'object',
  description,
  required: fields.filter(({ required }) => required).map((field) => field.name),
  properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
});

const insideOf = ({ fields, called, description }: Field): NamedSchemas =>
  fields === undefined || called === undefined ? {} : schemasOf(called, sentence(description), fields);

/** A reference to a component. */
export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const types: Readonly<Record<Exclude<ValueType, 'object' | 'array'>, JsonSchema>> = {
  integer: { type: 'integer' },
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  amount: { type: 'number' },
  'date-time': { type: 'string', format: 'date-time' },
};

const schemaOf = (field: Field): JsonSchema => {
  const { description, assumed } = field;
  const schema = { ...typeOf(field), ...limitsOf(field) };
  return {
    ...schema,
    description: sentence(assumed === true ? `assumed: ${description}` : description),
    ...(assumed === true ? { 'x-assumed': true } : assumedKeywords(field, schema)),
  };
};

/** The specification shows which fields there are, and of which type: no limit of one, and no null, is shown. */
const assumedKeywords = ({ nullable, ownValues = [] }: Field, schema: JsonSchema): JsonSchema => {
  const keywords = [
    ...(nullable === true ? ['type'] : []),
    ...(ownValues.length > 0 ? ['enum'] : []),
    ...['minLength', 'minimum', 'maximum', 'exclusiveMinimum'].filter((keyword) => keyword in schema),
  ];
  return keywords.length === 0 ? {} : { 'x-assumed-keywords': keywords };
};

const typeOf = ({ type, called = '', nullable }: Field): JsonSchema => {
  if (type === 'object') return reference(called);
  if (type === 'array') return { type: 'array', items: reference(called) };
  const schema = types[type];
  // No text of the contract is empty.
  const least = type === 'string' ? { minLength: 1 } : {};
  return { ...schema, ...least, ...(nullable === true ? { type: [schema['type'], 'null'] } : {}) };
};

const limitsOf = ({ values, least, most, above }: Field): JsonSchema => ({
  ...(values === undefined ? {} : valuesOf(values)),
  ...(least === undefined ? {} : { minimum: least }),
  ...(most === undefined ? {} : { maximum: most }),
  ...(above === undefined ? {} : { exclusiveMinimum: above }),
});

const valuesOf = (values: readonly string[]): JsonSchema =>
  values.length === 1 ? { const: values[0] } : { enum: values };

/** A description as a sentence of its own. */
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
