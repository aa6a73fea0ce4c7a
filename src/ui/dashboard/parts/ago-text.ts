const units = [
  { ms: 86_400_000, name: 'd' },
  { ms: 3_600_000, name: 'h' },
  { ms: 60_000, name: 'min' },
] as const;

/** How long ago an instant (ISO 8601) was at `nowMs`: `just now`, `5 min ago`, `2 h ago`. */
export const agoText = (at: string, nowMs: number): string => {
  const past = nowMs - new Date(at).getTime();
  if (Number.isNaN(past)) return at;
  const unit = units.find(({ ms }) => past >= ms);
  return unit === undefined ? 'just now' : `${Math.floor(past / unit.ms)} ${unit.name} ago`;
};
