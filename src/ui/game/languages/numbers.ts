import type { AmountText } from '../../../spec/callback.ts';
import type { GameLanguage } from '../../../spec/game-language.ts';
import { showAmount } from '../../parts/amounts.tsx';

type PluralForms = { readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string };

/** How a language writes numbers. Money stays text: nothing is calculated. */
export const numbersOf = (language: GameLanguage) => {
  const figures = new Intl.NumberFormat(language);
  const rules = new Intl.PluralRules(language);
  const parts = figures.formatToParts(12_345.6);
  const markOf = (type: Intl.NumberFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '';
  const marks = { group: markOf('group'), point: markOf('decimal') };
  return {
    /** `1234.5` at a scale of 2: `1,234.50` in English. */
    amount: (amount: AmountText, scale: number): string => showAmount(amount, scale, marks),
    /** `2.35`, with the decimal mark of the language. */
    decimal: (text: string): string => text.replace('.', marks.point),
    /** What a player typed, as the platform takes it. */
    typed: (text: string): string =>
      // Where the point is none, groups are set off by spaces, and people type either mark.
      marks.point === '.' ? text.trim() : text.replace(/\s/g, '').replace(marks.point, '.'),
    /** `3 rounds`: the number with the noun in the form that goes with it. */
    count: (count: number, forms: PluralForms): string =>
      `${figures.format(count)} ${forms[rules.select(count)] ?? forms.other}`,
  };
};
