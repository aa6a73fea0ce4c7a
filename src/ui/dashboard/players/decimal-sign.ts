/** Whether a decimal as text is below, at or above zero; nothing is calculated. */
export const decimalSign = (text: string): 'negative' | 'zero' | 'positive' => {
  if (!/[1-9]/.test(text)) return 'zero';
  return text.startsWith('-') ? 'negative' : 'positive';
};

/** A decimal as text without its sign. */
export const magnitude = (text: string): string => text.replace(/^-/, '');
