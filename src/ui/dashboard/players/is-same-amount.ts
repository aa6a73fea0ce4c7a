import { decimalSign, magnitude } from './decimal-sign.ts';

/** Whether two decimals as text are the same amount: `1.50` is `1.5`, `-0` is `0`. */
export const isSameAmount = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (text: string): string => {
  if (decimalSign(text) === 'zero') return '0';
  const [whole = '', fraction = ''] = magnitude(text).split('.');
  const digits = `${whole.replace(/^0+/, '')}.${fraction.replace(/0+$/, '')}`;
  return text.startsWith('-') ? `-${digits}` : digits;
};
