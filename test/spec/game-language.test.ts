import { describe, expect, it } from '@jest/globals';
import { languageOf, nameOfLanguage, spokenLanguage } from '../../src/spec/game-language.ts';

describe('the language of a game', () => {
  it.each(['ru', 'RU', 'ru-RU', 'ru_RU', 'rus', ' ru '])('is Russian for %p', (code) => {
    expect(languageOf(code)).toBe('ru');
  });

  it.each(['en', 'en_GB', 'EN-us', 'eng'])('is English for %p', (code) => {
    expect(spokenLanguage(code)).toBe('en');
  });

  it.each(['de', 'ar', 'russian', 'xx', '', '12', '🐙', 'r', '__proto__'])(
    'is English for %p, which the games do not speak',
    (code) => {
      expect([spokenLanguage(code), languageOf(code)]).toEqual([undefined, 'en']);
    },
  );
});

describe('the name of a language', () => {
  it.each([
    ['de-AT', 'Deutsch'],
    ['ar', 'العربية'],
    ['xx', 'xx'],
    ['', ''],
  ])('of %p is its own: %s', (code, name) => {
    expect(nameOfLanguage(code)).toBe(name);
  });

  it('is cut where the agent writes a novel', () => {
    expect(nameOfLanguage('x'.repeat(1000))).toHaveLength(35);
  });
});
