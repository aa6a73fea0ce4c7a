import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renderAnswer } from '../../src/platform/render-answer.ts';

const timestampAt = (at: number): unknown => {
  const { text } = renderAnswer({ kind: 'content', content: '{}' }, { at, requestId: 'r' }, 'message');
  return (JSON.parse(text) as { timestamp: unknown }).timestamp;
};

it('writes the instant of an answer as ISO 8601, whatever was written before it', () => {
  const instants = fc.double({ min: -1e12, max: 3e12, noNaN: true });
  const soon = fc.double({ min: -2_500, max: 2_500, noNaN: true });
  fc.assert(
    fc.property(instants, fc.array(soon, { maxLength: 5 }), (at, steps) => {
      for (const moved of [0, ...steps].map((step) => at + step)) {
        expect(timestampAt(moved)).toBe(new Date(moved).toISOString());
      }
    }),
  );
});
