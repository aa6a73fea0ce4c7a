import type { AmountText } from '../../../spec/callback.ts';
import type { GameLanguage } from '../../../spec/game-language.ts';
import type { Scene } from '../../../spec/game-page.ts';
import { english, type Texts } from './english.ts';
import { numbersOf } from './numbers.ts';
import { russian, russianSentences } from './russian.ts';

/** What a game says in a language, and how it writes numbers and its money. */
export const wordsFor = (language: GameLanguage, scene: Scene | null) => {
  const { texts, numbers, sentence } = languages[language];
  const amount = (text: AmountText): string => numbers.amount(text, scene?.scale ?? 0);
  const money = (text: AmountText): string => `${amount(text)} ${scene?.currency ?? ''}`;
  return { texts, sentence, decimal: numbers.decimal, typed: numbers.typed, amount, money };
};

export type Words = ReturnType<typeof wordsFor>;

interface Language {
  readonly texts: Texts;
  readonly numbers: ReturnType<typeof numbersOf>;
  /** A sentence of the platform, which comes in English; one that nobody translated stays as it is. */
  readonly sentence: (english: string) => string;
}

/** A form of a sentence as a pattern; a {name} is whatever stands there. */
const patternOf = (form: string): RegExp =>
  new RegExp(`^${form.replace(/[.?*+^$()[\]\\|]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`);

const sentences = Object.entries(russianSentences).map(([form, own]) => ({ pattern: patternOf(form), own }));

const inRussian = numbersOf('ru');

const sayInRussian = (sentence: string): string => {
  for (const { pattern, own } of sentences) {
    const match = pattern.exec(sentence);
    if (match !== null) return fill(own, match.groups ?? {});
  }
  return sentence;
};

const fill = (own: string, values: Readonly<Record<string, string>>): string =>
  own.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return /^\d+\.\d+$/.test(value) ? inRussian.decimal(value) : value;
  });

const languages: Readonly<Record<GameLanguage, Language>> = {
  en: { texts: english, numbers: numbersOf('en'), sentence: (sentence) => sentence },
  ru: { texts: russian, numbers: inRussian, sentence: sayInRussian },
};
