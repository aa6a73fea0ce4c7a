import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJson, renderJson, toNode } from '../../src/base/json.ts';
import { isSomewhereTrimmed, trimNode, trimText } from '../../src/signing/trim.ts';
import { jsonValues } from '../base/json-texts.ts';

const spaced = fc.string({ unit: fc.constantFrom(...' \t\n\v\r\fab\u00a0\u0000\ufeff') });

describe('trimText', () => {
  it('takes spaces, tabs, line feeds, carriage returns and vertical tabs from both ends', () => {
    expect(trimText('\t\v john \v doe\r\n ')).toBe('john \v doe');
    expect(trimText(' \n\t ')).toBe('');
  });

  it.each([['\f'], ['\0'], ['\u001c'], ['\u0085'], ['\u00a0'], ['\u2028'], ['\ufeff']])(
    'leaves %j, which not every language takes',
    (edge) => {
      expect(trimText(`${edge}a${edge}`)).toBe(`${edge}a${edge}`);
      expect(trimText(`${edge}a${edge}`, isSomewhereTrimmed)).toBe('a');
    },
  );

  it('takes nothing more the second time', () => {
    fc.assert(
      fc.property(spaced, (text) => {
        expect(trimText(trimText(text))).toBe(trimText(text));
        const trimmed = trimText(text, isSomewhereTrimmed);
        expect(trimText(trimmed, isSomewhereTrimmed)).toBe(trimmed);
      }),
    );
  });

  it('leaves nothing that JavaScript would trim where it takes what any language does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), spaced, (text, edge) => {
        const trimmed = trimText(edge + text + edge, isSomewhereTrimmed);
        expect(trimmed.trim()).toBe(trimmed);
      }),
    );
  });

  it('takes time in proportion to the text', () => {
    const before = process.cpuUsage();
    trimText(`a${' '.repeat(1_000_000)}b`);
    // Milliseconds; in proportion to its square it would be minutes.
    expect(process.cpuUsage(before).user).toBeLessThan(20_000_000);
  });
});

describe('trimNode', () => {
  it('trims string values at every level, and no keys', () => {
    const node = parseJson('{" a ":" b ","c":[" d",{"e":"f\\t"},1,true,null]}');
    expect(renderJson(trimNode(node))).toBe('{" a ":"b","c":["d",{"e":"f"},1,true,null]}');
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        const trimmed = trimNode(toNode(value));
        expect(trimNode(trimmed)).toEqual(trimmed);
      }),
    );
  });
});
