import fc from 'fast-check';

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
