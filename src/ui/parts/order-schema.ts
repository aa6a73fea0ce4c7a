import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { callAdmin } from './call-admin.ts';
import { store } from './store.ts';

/** What the admin API's own document says of an order, or of a field of it: JSON Schema. */
export interface OrderSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, OrderSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly OrderSchema[];
}

interface AdminDocument {
  readonly components: { readonly schemas: Readonly<Record<string, OrderSchema>> };
}

interface ReadDocument {
  /** When the platform started that it was asked of. */
  readonly startedAt?: string;
  readonly schemas?: AdminDocument['components']['schemas'];
  readonly error?: unknown;
}

/** The document, as it was read; kept for the page. */
export const orderSchemas = signal<ReadDocument>({});

/** The schema of an order. The first form reads the document, and whichever is open after a restart. */
export const useOrderSchema = (
  name: string,
): { readonly schema?: OrderSchema | undefined; readonly error?: unknown } => {
  const startedAt = store.setup.value?.startedAt;
  useEffect(() => {
    if (startedAt !== undefined) void readSchemas(startedAt);
  }, [startedAt, store.refreshes.value]);
  const { schemas, error } = orderSchemas.value;
  return { schema: schemas?.[name], error };
};

const readSchemas = async (startedAt: string): Promise<void> => {
  const known = orderSchemas.value;
  if (known.startedAt === startedAt) return;
  orderSchemas.value = { ...known, startedAt };
  try {
    const { components } = await callAdmin<AdminDocument>('GET', '/openapi.json');
    orderSchemas.value = { startedAt, schemas: components.schemas };
  } catch (error) {
    // Without the start that it is of: it is read again once the platform is back, or by the next form.
    orderSchemas.value = { error };
  }
};

/** What stands in a form, by the names of its fields; those of a group are `group.field`. Empty: left out. */
export type Draft = Readonly<Record<string, string>>;

/** What a page says of a field beyond its schema; a field that it does not name is neither drawn nor sent. */
export interface FormField<Name extends string = string> {
  readonly name: Name;
  /** Its name in words when left out. */
  readonly label?: string;
  /** When left out: what the schema says of it, where it is written and may be left out. */
  readonly help?: string;
  /** For a field that is the page's own, and not the order's. */
  readonly schema?: OrderSchema;
  /** Known values: any other text can be written where the schema does not list them. */
  readonly options?: readonly string[];
  readonly nameOf?: (value: string) => string;
  /** How it is worded that it is left out. */
  readonly empty?: string | undefined;
  /** What stands in it, and is sent, while nothing was chosen. */
  readonly standing?: string | undefined;
  /** `except`: ticks, and a list of what is not ticked. */
  readonly look?: 'segments' | 'lines' | 'except';
  readonly required?: boolean;
  /** What else another value changes in the form. */
  readonly also?: (value: string) => Draft;
  /** What the text is in the order, where the schema does not tell. */
  readonly toValue?: (text: string) => unknown;
}

/** What a field holds, null aside. */
export const shapeOf = (order: OrderSchema, field: FormField): OrderSchema => {
  const schema = field.schema ?? order.properties?.[field.name] ?? {};
  return { ...schema.anyOf?.find(({ type }) => type !== 'null'), ...schema };
};

/** Money is text, in the form as on the wire. */
export const isDecimal = ({ pattern }: OrderSchema): boolean =>
  pattern !== undefined && new RegExp(pattern).test('0.5');

/** The order that a form makes: the fields that are filled in; with `was`, those that have changed since then. */
export const orderOf = (
  schema: OrderSchema,
  fields: readonly FormField[],
  draft: Draft,
  was?: Draft,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const shape = shapeOf(schema, field);
      const value = contentOf(field, shape, draft);
      if (was !== undefined && JSON.stringify(value) === JSON.stringify(contentOf(field, shape, was))) return [];
      // Emptied, it is taken away, where that can be said.
      const emptied = was !== undefined && shape.anyOf !== undefined ? null : undefined;
      return value === undefined && emptied === undefined ? [] : [[ownName(field.name), value ?? emptied]];
    }),
  );

const contentOf = (field: FormField, shape: OrderSchema, draft: Draft): unknown => {
  const text = draft[field.name] || field.standing || '';
  if (field.toValue !== undefined) return field.toValue(text);
  if (shape.type === 'array') return numbersIn(text);
  if (text.trim() === '') return undefined;
  switch (shape.type) {
    case 'object':
      return orderOf(shape, membersOf(field, shape), draft);
    case 'integer':
      return Number(text);
    case 'boolean':
      return text === 'true';
    default:
      // Spaces around a name or an id are left: somebody may want to send them.
      return shape.pattern === undefined && shape.format === undefined ? text : text.trim();
  }
};

/** In order: the same list is the same text. */
const numbersIn = (text: string): readonly number[] => (text.match(/[^,]+/g) ?? []).map(Number).sort((a, b) => a - b);

/** The fields of a group: all that it has. */
export const membersOf = ({ name: group }: FormField, shape: OrderSchema): readonly FormField[] =>
  Object.entries(shape.properties ?? {}).map(([name, schema]) => {
    return { name: `${group}.${name}`, schema, required: shape.required?.includes(name) ?? false };
  });

/** The name of a field in its order, or in its group. */
export const ownName = (name: string): string => name.slice(name.indexOf('.') + 1);
