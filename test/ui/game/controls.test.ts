import { describe, expect, it } from '@jest/globals';
import { wantsToPlay } from '../../../src/ui/game/controls.tsx';

const outside = { closest: () => null };
const inField = { closest: () => ({}) };

const press = (given: object) => ({ key: ' ', target: outside, ...given }) as unknown as KeyboardEvent;

describe('wantsToPlay', () => {
  it.each([' ', 'Enter'])('is true of %j outside of fields', (key) => {
    expect(wantsToPlay(press({ key }))).toBe(true);
    expect(wantsToPlay(press({ key, target: null }))).toBe(true);
  });

  it.each<[string, object]>([
    ['another key', { key: 'a' }],
    ['a key that is held down', { repeat: true }],
    ['a shortcut', { ctrlKey: true }],
    ['a key in a field', { target: inField }],
  ])('is false of %s', (_, given) => {
    expect(wantsToPlay(press(given))).toBe(false);
  });
});
