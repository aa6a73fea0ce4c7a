import { describe, expect, it } from '@jest/globals';
import { playerSentences } from '../../../src/spec/player-sentences.ts';
import { english } from '../../../src/ui/game/languages/english.ts';
import { russian, russianSentences } from '../../../src/ui/game/languages/russian.ts';
import { wordsFor } from '../../../src/ui/game/languages/words.ts';
import { aScene } from './examples.ts';

const { texts, sentence, typed: sentAs } = wordsFor('ru', null);
const inEnglish = wordsFor('en', null);

const namesIn = (form: string): readonly string[] => (form.match(/\{\w+\}/g) ?? []).toSorted();

describe('a sentence of the game', () => {
  it.each(playerSentences)('%p is said in Russian, with its values', (form) => {
    const own = russianSentences[form];
    expect(own).toMatch(/[а-яё]/i);
    expect(namesIn(own)).toEqual(namesIn(form));
    expect(sentence(form)).toBe(own);
  });

  it('is said with its values, numbers as the language writes them', () => {
    expect(sentence('The smallest stake is 0.01 USD.')).toBe('Наименьшая ставка: 0,01 USD.');
  });

  it('that nobody knows stays as it is', () => {
    expect(sentence('The moon is full.')).toBe('The moon is full.');
    expect(sentence('')).toBe('');
    expect(inEnglish.sentence('The moon is full.')).toBe('The moon is full.');
  });
});

/** Every text of a catalogue, those with values with some. */
const said = (catalogue: object): readonly string[] =>
  Object.values(catalogue).flatMap((text: unknown) => {
    if (typeof text === 'function') return [String(text(2, 3, '1'))];
    return typeof text === 'object' && text !== null ? said(text) : [String(text)];
  });

describe('a text of the page', () => {
  it('is not left in English, nor empty', () => {
    const [own, theirs] = [said(russian), said(english)];
    expect(own).toHaveLength(theirs.length);
    for (const text of own) expect(text).toMatch(/[а-яё]/i);
  });

  it.each([
    [1, 'Для вас 1 бесплатное вращение'],
    [3, 'Для вас 3 бесплатных вращения'],
    [10, 'Для вас 10 бесплатных вращений'],
    [21, 'Для вас 21 бесплатное вращение'],
  ])('counts %d with the form that goes with it', (total, text) => {
    expect(texts.freeSpinsToCome(total)).toBe(text);
  });

  it.each([
    [1, '1 free spin is yours'],
    [10, '10 free spins are yours'],
  ])('counts %d in English', (total, text) => {
    expect(english.freeSpinsToCome(total)).toBe(text);
  });
});

describe('a number in Russian', () => {
  it.each([
    ['1234567.5', 2, '1\u00a0234\u00a0567,50'],
    ['-1234.5', 2, '-1\u00a0234,50'],
    ['0.00000001', 8, '0,00000001'],
    ['100', 0, '100'],
    ['99999999999999999999.99', 2, '99\u00a0999\u00a0999\u00a0999\u00a0999\u00a0999\u00a0999,99'],
  ])('%s at a scale of %d is %s', (amount, scale, shown) => {
    expect(wordsFor('ru', aScene({ scale })).amount(amount)).toBe(shown);
  });

  it.each([
    [' 2,50 ', '2.50'],
    ['2.50', '2.50'],
    ['1 000,5', '1000.5'],
    ['1\u00a0000', '1000'],
    ['много', 'много'],
  ])('typed as %p is sent as %p', (typed, sent) => {
    expect(sentAs(typed)).toBe(sent);
  });

  it('keeps its comma in English: 1,000 is no 1.000', () => {
    expect(inEnglish.typed(' 1,000 ')).toBe('1,000');
  });
});
