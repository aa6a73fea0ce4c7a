import type { GameLanguage } from '../../../spec/game-language.ts';
import type { PlayerSentenceForm } from '../../../spec/player-sentences.ts';
import { english, type Texts } from './english.ts';
import { type Numbers, numbersOf } from './numbers.ts';
import { russian, russianSentences } from './russian.ts';

/** What the page says in a language, and how it writes numbers. */
export interface Words {
  readonly texts: Texts;
  readonly numbers: Numbers;
  /** A sentence of the game, which comes in English; one that nobody translated stays as it is. */
  readonly sentence: (english: string) => string;
}

/** The words of a language. */
export const wordsIn = (language: GameLanguage): Words => words[language];

/** A form of a sentence as a pattern; a {name} is whatever stands there. */
const patternOf = (form: string): RegExp =>
  new RegExp(`^${form.replace(/[.?*+^$()[\]\\|]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`);

const decimal = /^\d+\.\d+$/;

const translator = (sentences: Readonly<Record<PlayerSentenceForm, string>>, numbers: Numbers) => {
  const patterns = Object.entries(sentences).map(([form, own]) => [patternOf(form), own] as const);
  return (english: string): string => {
    for (const [pattern, own] of patterns) {
      const match = pattern.exec(english);
      if (match !== null) return fill(own, match.groups ?? {}, numbers);
    }
    return english;
  };
};

const fill = (own: string, values: Readonly<Record<string, string>>, numbers: Numbers): string =>
  own.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return decimal.test(value) ? numbers.decimal(value) : value;
  });

const inRussian = numbersOf('ru');

const words: Readonly<Record<GameLanguage, Words>> = {
  en: { texts: english, numbers: numbersOf('en'), sentence: (sentence) => sentence },
  ru: { texts: russian, numbers: inRussian, sentence: translator(russianSentences, inRussian) },
};
