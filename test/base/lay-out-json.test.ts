import { describe, expect, it } from '@jest/globals';
import { prettyJson } from '../../src/report/exchange-view.ts';

describe('prettyJson', () => {
  it('writes a line for each member, and every number and string as it came', () => {
    expect(prettyJson('{"balance":1000.00,"a":[1e2,{"b":"x, {y}: \\"z\\""}],"e":{},"f":[]}')).toBe(
      [
        '{',
        '  "balance": 1000.00,',
        '  "a": [',
        '    1e2,',
        '    {',
        '      "b": "x, {y}: \\"z\\""',
        '    }',
        '  ],',
        '  "e": {},',
        '  "f": []',
        '}',
      ].join('\n'),
    );
  });

  it('is silent about what is no JSON', () => {
    expect(prettyJson('{"a":')).toBeUndefined();
    expect(prettyJson('')).toBeUndefined();
  });

  it('stays small for what is nested absurdly deep', () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    expect(prettyJson(deep)?.length).toBeLessThan(2_000_000);
  });
});
