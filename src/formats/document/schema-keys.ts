import { z } from 'zod';
import type { Path } from './problem.ts';

/** The keys that a schema knows in the mapping at a path. */
export type KeysAt = (path: Path) => readonly string[];

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** By the JSON Schema of what is written; made with the first question. */
export const keysOf = (schema: z.ZodType): KeysAt => {
  let whole: JsonSchema | undefined;
  return (path) => {
    whole ??= z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any' });
    const root: JsonSchema = whole;
    const at = path.reduce((schemas, key) => schemas.flatMap((each) => stepDown(each, key, root)), choices(root, root));
    return [...new Set(at.flatMap(({ properties = {} }) => Object.keys(properties)))];
  };
};

const stepDown = (schema: JsonSchema, key: PropertyKey, root: JsonSchema): JsonSchema[] => {
  const inner =
    typeof key === 'number' ? schema.items : (schema.properties?.[String(key)] ?? schema.additionalProperties);
  return typeof inner === 'object' && !Array.isArray(inner) ? choices(inner as JsonSchema, root) : [];
};

/** References followed, each of several choices on its own. */
const choices = (schema: JsonSchema, root: JsonSchema): JsonSchema[] => {
  const { definitions = {} } = root as { readonly definitions?: Readonly<Record<string, JsonSchema>> };
  const definition = definitions[schema.$ref?.split('/').at(-1) ?? ''];
  if (definition !== undefined) return choices(definition, root);
  const several = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])] as JsonSchema[];
  return [schema, ...several.flatMap((each) => choices(each, root))];
};
