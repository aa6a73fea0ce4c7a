import type { JsonNode } from '../base/json.ts';
import { compareKeys } from '../signing/canonical-form.ts';
import { formatOf } from './value-format.ts';

/** What many values at one place of a JSON text look like. */
export interface Shape {
  readonly kinds: ReadonlySet<JsonNode['kind']>;
  readonly formats: ReadonlySet<string>;
  /** The first few texts. */
  readonly texts: ReadonlySet<string>;
  /** How many of them are objects. */
  readonly objects: number;
  /** Of all objects, by key in the order in which they were first seen. */
  readonly members: ReadonlyMap<string, { readonly shape: Shape; readonly count: number }>;
  /** The keys of the first object, in their order. */
  readonly order: readonly string[];
  /** Of all items of all arrays; undefined where there are none. */
  readonly items: Shape | undefined;
}

/** The shape of values that stand at one place. */
export const shapeOf = (nodes: readonly JsonNode[]): Shape => {
  const objects = nodes.filter((node) => node.kind === 'object');
  const byName = new Map<string, JsonNode[]>();
  for (const { members } of objects) {
    // Of a repeated key the last value counts.
    for (const [name, value] of new Map(members.map((member) => [member.name, member.value]))) {
      const values = byName.get(name);
      if (values === undefined) byName.set(name, [value]);
      else values.push(value);
    }
  }
  const items = nodes.flatMap((node) => (node.kind === 'array' ? node.items : []));
  return {
    kinds: new Set(nodes.map(({ kind }) => kind)),
    formats: new Set(nodes.flatMap((node) => formatOf(node) ?? [])),
    texts: new Set(nodes.flatMap((node) => (node.kind === 'string' ? node.value : [])).slice(0, mostTexts)),
    objects: objects.length,
    order: [...new Set(objects[0]?.members.map(({ name }) => name))],
    members: new Map([...byName].map(([name, values]) => [name, { shape: shapeOf(values), count: values.length }])),
    items: items.length === 0 ? undefined : shapeOf(items),
  };
};

const mostTexts = 1000;

/** The type of the values in words. */
export const kindText = ({ kinds }: Shape): string => [...kinds].toSorted(compareKeys).join(' or ');
