import type { AmountText } from '../../../spec/callback.ts';
import type { GameLanguage } from '../../../spec/game-language.ts';
import { showAmount } from '../../parts/amounts.tsx';

/** How a language writes numbers. Money stays text: nothing is calculated. */
export interface Numbers {
  /** `1234.5` at a scale of 2: `1,234.50` in English. */
  readonly amount: (amount: AmountText, scale: number) => string;
  /** `2.35`, with the decimal mark of the language. */
  readonly decimal: (text: string) => string;
  /** What a player typed, as the platform takes it. */
  readonly typed: (text: string) => string;
  /** `3 rounds`: the number with the noun in the form that goes with it. */
  readonly count: (count: number, forms: PluralForms) => string;
}

type PluralForms = { readonly other: string } & {
  readonly [Form in Intl.LDMLPluralRule]?: string;
};

/** The numbers of a language. */
export const numbersOf = (language: GameLanguage): Numbers => {
  const figures = new Intl.NumberFormat(language);
  const rules = new Intl.PluralRules(language);
  const marks = marksOf(figures);
  return {
    amount: (amount, scale) => showAmount(amount, scale, marks),
    decimal: (text) => text.replace('.', marks.point),
    // Where the point is none, groups are set off by spaces, and people type either mark.
    typed: (text) => (marks.point === '.' ? text.trim() : text.replace(/\s/g, '').replace(marks.point, '.')),
    count: (count, forms) => `${figures.format(count)} ${forms[rules.select(count)] ?? forms.other}`,
  };
};

const marksOf = (figures: Intl.NumberFormat) => {
  const parts = figures.formatToParts(12_345.6);
  const markOf = (type: Intl.NumberFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '';
  return { group: markOf('group'), point: markOf('decimal') };
};
