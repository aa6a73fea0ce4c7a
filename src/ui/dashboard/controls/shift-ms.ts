const unitMs = { seconds: 1_000, minutes: 60_000, hours: 3_600_000 } as const;
export type ShiftUnit = keyof typeof unitMs;
export const shiftUnits = Object.keys(unitMs) as readonly ShiftUnit[];

/** A number as somebody wrote it and its unit, in whole milliseconds; undefined when it is none. */
export const shiftMs = (written: string, unit: ShiftUnit): number | undefined => {
  const text = written.trim().replace('−', '-').replace(',', '.');
  if (!/^[+-]?\d{1,9}(?:\.\d{1,6})?$/.test(text)) return undefined;
  return Math.round(Number(text) * unitMs[unit]);
};
