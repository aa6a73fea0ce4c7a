// The ways in which one correct agent may differ from another. A missing name means the default.

const slowMs = { 'slow-120': 120, 'slow-300': 300 };
const callsPerSecond = { 'rate-50': 50, 'rate-200': 200 };
/** In whole units of the currency. */
const houseLimits = { 'house-limit-100': 100n, 'house-limit-1000000': 1_000_000n };

const known = new Set([
  ...Object.keys({ ...slowMs, ...callsPerSecond, ...houseLimits }),
  ...['clamps-nothing', 'refuses-below-zero', 'refuses-spent-rollback', 'status-500', 'status-200'],
  ...['opens-accounts', 'not-found-rollback', 'late-bet-refused', 'two-writes', 'sub-cent'],
  ...['sessions', 'starts-at-0', 'starts-below-zero', 'long-ids-refused', 'players-any-case'],
  ...['connection-close', 'global-lock'],
]);

/** Reads the comma-separated list, or throws an error that names the unknown choice. */
export function parseChoices(list) {
  const names = list.split(',').map((name) => name.trim());
  const chosen = new Set(names.filter((name) => name !== ''));
  for (const name of chosen) {
    if (!known.has(name)) throw new Error(`unknown choice "${name}" in CHOICES`);
  }
  return {
    has: (name) => chosen.has(name),
    slowMs: chosenFrom(chosen, slowMs) ?? 0,
    callsPerSecond: chosenFrom(chosen, callsPerSecond) ?? Number.POSITIVE_INFINITY,
    houseLimit: chosenFrom(chosen, houseLimits),
  };
}

function chosenFrom(chosen, table) {
  const name = Object.keys(table).find((candidate) => chosen.has(candidate));
  return name === undefined ? undefined : table[name];
}
