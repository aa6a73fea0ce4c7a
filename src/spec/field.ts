/** A JSON value of an example. */
export type ExampleValue =
  | string
  | number
  | boolean
  | null
  | readonly ExampleValue[]
  | { readonly [name: string]: ExampleValue };

/** JSON's types; `amount` is a decimal number, `date-time` text of RFC 3339, with an offset. */
export type ValueType = 'integer' | 'string' | 'boolean' | 'amount' | 'date-time' | 'object' | 'array';

/** A field of a body: what goes over the wire, in either direction. */
export interface Field<Type extends ValueType = ValueType> {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
  readonly description: string;
  readonly example: ExampleValue;
  /** The specification does not show the field: it is ours. */
  readonly assumed?: true;
  readonly nullable?: true;
  /** The closed list of its values. */
  readonly values?: readonly string[];
  /** Those of them that are ours. */
  readonly ownValues?: readonly string[];
  readonly least?: number;
  readonly most?: number;
  /** It is larger than this. */
  readonly above?: number;
  /** The fields of an object, or of each item of an array. */
  readonly fields?: readonly Field[];
  /** What the object, or the item of the array, is called where types have names. */
  readonly called?: string;
}

/** A field without its name. */
type Unnamed<Type extends ValueType> = Omit<Field<Type>, 'name'>;

/** Fields in the order of a table. */
export const fieldsOf = <Type extends ValueType>(
  table: Readonly<Record<string, Unnamed<Type>>>,
): readonly Field<Type>[] => Object.entries(table).map(([name, field]) => ({ name, ...field }));

/** A required field of that type. */
const ofType =
  <Type extends ValueType>(type: Type) =>
  (description: string, example: ExampleValue): Unnamed<Type> => ({
    type,
    required: true,
    description,
    example,
  });

export const integer = ofType('integer');
export const string = ofType('string');
export const boolean = ofType('boolean');
export const amount = ofType('amount');
export const dateTime = ofType('date-time');

/** An object, or an array of such objects; its example is made of its fields'. */
export const nested = <Type extends 'object' | 'array'>(
  type: Type,
  called: string,
  { description, fields }: { readonly description: string; readonly fields: readonly Field[] },
): Unnamed<Type> => {
  const one = exampleOf(fields);
  const example = type === 'array' ? [one] : one;
  return { type, required: true, description, example, fields, called };
};

export const optional = <Type extends ValueType>(field: Unnamed<Type>): Unnamed<Type> => ({
  ...field,
  required: false,
});

/** The same fields, marked as ours. */
export const assumed = <Type extends ValueType>(fields: readonly Field<Type>[]): readonly Field<Type>[] =>
  fields.map((field) => ({ ...field, assumed: true }));

/** A body of the examples of its fields. */
export const exampleOf = (fields: readonly Field[]): { readonly [name: string]: ExampleValue } =>
  Object.fromEntries(fields.map(({ name, example }) => [name, example]));
