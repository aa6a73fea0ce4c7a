/** `1011.40 = 1000.00 + 11.40`, at the end of a sentence or alone. */
const sum = /(?:^|: )(-?[\d.]+ = -?[\d.]+ [+-] [\d.]+)$/;

/** A likely cause, and the arithmetic that stands behind it, apart; either may be absent. */
export const splitCause = (likelyCause: string): { readonly cause?: string; readonly arithmetic?: string } => {
  const cause = likelyCause.replace(sum, '');
  const arithmetic = sum.exec(likelyCause)?.[1];
  return {
    ...(cause === '' ? {} : { cause }),
    ...(arithmetic === undefined ? {} : { arithmetic }),
  };
};
