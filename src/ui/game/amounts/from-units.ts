/** Smallest units as a decimal at `scale`: 1050 at 2 is `10.50`. */
export const fromUnits = (units: bigint, scale: number): string => {
  const digits = units.toString().padStart(scale + 1, '0');
  if (scale === 0) return digits;
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};
