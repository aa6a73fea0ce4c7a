const minute = 60_000;
const hour = 60 * minute;

/** How far a clock was moved: `+6 min`, `−5 h 30 min`, `+12 s`. */
export const shiftText = (shiftMs: number): string => {
  const sign = shiftMs < 0 ? '−' : '+';
  const ms = Math.abs(shiftMs);
  if (ms < minute) return `${sign}${Math.round(ms / 1_000)} s`;
  const parts = [
    [Math.floor(ms / hour), 'h'],
    [Math.floor((ms % hour) / minute), 'min'],
  ] as const;
  const told = parts.filter(([value]) => value > 0).map(([value, name]) => `${value} ${name}`);
  return `${sign}${told.join(' ')}`;
};
