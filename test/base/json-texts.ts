import fc from 'fast-check';
import type { JsonNode } from '../../src/base/json.ts';

/** Any plain value that JSON text can carry, keys such as __proto__ and 10 included. */
export const jsonValues = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });

/** Well-formed texts with a few characters added, replaced or cut off: JSON, and nearly JSON. */
export const nearlyJson = fc
  .tuple(
    fc.oneof(
      jsonValues.map((value) => JSON.stringify(value)),
      fc.constantFrom(
        '{"a":1,"b":[true,false,null,"x\\u00e9\\n"],"c":{"d":-1.5e+10,"a":0}}',
        ' [1, 2.50, -0.0E-5, [] , {}]\r\n',
        '"\\ud800\\"\\/\\\\"',
      ),
    ),
    fc.array(
      fc.record({
        at: fc.nat(60),
        cut: fc.nat(2),
        put: fc.constantFrom(
          ...'{}[]:,"\\/u0123e.-+ \t\n\r',
          ...['\u0000', '\u001f', '\ufeff', '\u00a0', '\ud800', 'nul', 'true', 'NaN', "'", '//'],
          '',
        ),
      }),
      { maxLength: 3 },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((each, { at, cut, put }) => each.slice(0, at) + put + each.slice(at + cut), text),
  );

/** A text of that many arrays inside each other. */
export const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** Trees with what a plain value cannot have: repeated keys, and numbers in any spelling. */
export const trees: fc.Arbitrary<JsonNode> = fc.letrec<{ node: JsonNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constant<JsonNode>({ kind: 'null' }),
    fc.boolean().map((value): JsonNode => ({ kind: 'boolean', value })),
    fc
      .constantFrom('0', '-0', '10.50', '1E2', '1.0e-5', '123456789012345678901234567890', '-1e+10')
      .map((text): JsonNode => ({ kind: 'number', text })),
    fc.string({ unit: 'binary' }).map((value): JsonNode => ({ kind: 'string', value })),
    fc.array(tie('node'), { maxLength: 4 }).map((items): JsonNode => ({ kind: 'array', items })),
    fc
      .array(
        fc.record({
          name: fc.constantFrom('a', 'b', '', '__proto__', '10', '\\"'),
          value: tie('node'),
        }),
        { maxLength: 4 },
      )
      .map((members): JsonNode => ({ kind: 'object', members })),
  ),
})).node;

/** The tree as text, with that between all that may have space between it. */
export const spaced = (node: JsonNode, space: string): string => {
  const between = (parts: readonly string[]): string => parts.join(space);
  switch (node.kind) {
    case 'object': {
      const members = node.members.map(({ name, value }) => between([JSON.stringify(name), ':', spaced(value, space)]));
      return between(['{', members.join(`${space},${space}`), '}']);
    }
    case 'array':
      return between(['[', node.items.map((item) => spaced(item, space)).join(`${space},${space}`), ']']);
    case 'number':
      return node.text;
    case 'null':
      return 'null';
    default:
      return JSON.stringify(node.value);
  }
};
