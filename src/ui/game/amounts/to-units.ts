const plainDecimal = /^(\d{1,30})(?:\.(\d{1,30}))?$/;

/** A decimal of 0 or more in the smallest units at `scale`; undefined when it is none or is finer. */
export const toUnits = (text: string, scale: number): bigint | undefined => {
  const [, whole, decimals = ''] = plainDecimal.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const significant = decimals.replace(/0+$/, '');
  if (significant.length > scale) return undefined;
  return BigInt(whole + significant.padEnd(scale, '0'));
};
