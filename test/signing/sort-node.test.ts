import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toNode } from '../../src/json/to-node.ts';
import { sortNode } from '../../src/signing/sort-node.ts';
import { jsonValues } from '../json/json-texts.ts';

describe('sortNode', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(jsonValues, fc.constantFrom('deep', 'shallow'), (value, order) => {
        const sorted = sortNode(toNode(value), order);
        expect(sortNode(sorted, order)).toEqual(sorted);
      }),
    );
  });

  it('gives the same for every order that the keys had', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), fc.nat(), (object, turns) => {
        const entries = Object.entries(object);
        const at = entries.length === 0 ? 0 : turns % entries.length;
        const turned = Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)]);
        expect(sortNode(toNode(turned), 'deep')).toEqual(sortNode(toNode(object), 'deep'));
      }),
    );
  });
});
