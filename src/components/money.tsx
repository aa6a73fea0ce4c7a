import type { VNode } from 'preact';
import { visibleText } from '../base/visible-text.ts';

/** An amount as people read it, `1,011.40`; the digits stand in columns. Nothing where there is none. */
export const Money = ({
  amount,
  currency,
  look,
}: {
  /** A decimal at the scale of its currency, as the admin API and reports give it. */
  readonly amount: string | undefined;
  readonly currency?: string | undefined;
  /** `win`: money that came to the player. `wrong`: differs from what is due. */
  readonly look?: 'win' | 'wrong' | undefined;
}): VNode | null =>
  amount === undefined ? null : (
    // What came instead of an amount is words: they may take several lines.
    <span class={`${isDecimal(amount) ? 'money' : 'money words'} ${look ?? ''}`.trim()}>
      {groupDigits(visibleText(amount))}
      {currency === undefined ? '' : ` ${visibleText(currency)}`}
    </span>
  );

const decimal = /^([-+−]?)(\d{1,200})(\.\d{1,200})?$/;

export const isDecimal = (text: string): boolean => decimal.test(text);

/** `-1234.50` is `-1,234.50`; what is no decimal is shown as it is. */
export const groupDigits = (amount: string): string => {
  const [, sign = '', whole, fraction = ''] = decimal.exec(amount) ?? [];
  if (whole === undefined) return amount;
  return `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}${fraction}`;
};

const amountInText = /(?<![\w.:/-])(-?)(\d{4,})(\.\d+)(?![\w:/-]|\.\w)/g;

/** A sentence with its amounts as tables write them: `1,003.00`, and a minus between two amounts is one. */
export const amountsIn = (sentence: string): string =>
  sentence.replace(amountInText, (amount) => groupDigits(amount)).replace(/(?<=\d\.\d+) - (?=\d+\.\d)/g, ' − ');

/** `5.00 too much`, `5.00 too little`. */
export const tooMuch = (difference: string): string =>
  `${groupDigits(difference.replace(/^-/, ''))} too ${difference.startsWith('-') ? 'little' : 'much'}`;
