const unitBytes = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const;

/** How a size is written: a number and KiB, MiB or GiB. */
export const sizePattern = /^(\d+(?:\.\d+)?)(KiB|MiB|GiB)$/;

/** Bytes of a size that was checked before, such as `512MiB`. */
export const sizeOf = (text: string): number => {
  const [, amount, unit] = sizePattern.exec(text) ?? [];
  if (amount === undefined || unit === undefined) throw new TypeError(`Not a size: ${text}`);
  return Math.round(Number(amount) * unitBytes[unit as keyof typeof unitBytes]);
};
