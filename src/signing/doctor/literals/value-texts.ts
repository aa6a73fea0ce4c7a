import type { JsonNode } from '../../../json/json-node.ts';
import { renderJson } from '../../../json/json-node.ts';
import { pythonLiteral } from './python-literal.ts';

/** A value as a language turns it into text, without quotes around text. */
export type ValueText = (node: JsonNode) => string;

type Words = readonly [yes: string, no: string, nothing: string];

const scalars =
  ([yes, no, nothing]: Words, nested: ValueText): ValueText =>
  (node) => {
    switch (node.kind) {
      case 'string':
        return node.value;
      case 'number':
        return node.text;
      case 'null':
        return nothing;
      case 'boolean':
        return node.value ? yes : no;
      default:
        return nested(node);
    }
  };

const inJavaScript: ValueText = (node) =>
  node.kind === 'array' ? node.items.map(valueTexts.javascript).join(',') : '[object Object]';

/** Values as text in the languages that agents are written in. */
export const valueTexts = {
  php: scalars(['1', '', ''], () => 'Array'),
  javascript: scalars(['true', 'false', 'null'], inJavaScript),
  python: scalars(['True', 'False', 'None'], pythonLiteral),
  json: scalars(['true', 'false', 'null'], renderJson),
  sparse: scalars(['true', 'false', ''], () => ''),
  digits: scalars(['1', '0', ''], renderJson),
} as const satisfies Record<string, ValueText>;
