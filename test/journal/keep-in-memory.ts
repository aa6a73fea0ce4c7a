import type { Kept, KeptStore } from '../../src/journal/kept.ts';

/** Keeps in memory as a file does, as JSON, and counts what it is told to keep or forget. */
export const keepInMemory = () => {
  const rows = new Map<string, string>();
  const count = { kept: 0, forgotten: 0 };
  const store: KeptStore = {
    all: (kind) =>
      [...rows].flatMap(([name, entry]): Kept[] => (name.startsWith(`${kind} `) ? [JSON.parse(entry)] : [])),
    keep: (kind, key, value) => {
      if (value === undefined) {
        count.forgotten += 1;
        rows.delete(`${kind} ${key}`);
      } else {
        count.kept += 1;
        rows.set(`${kind} ${key}`, JSON.stringify({ key, value }));
      }
    },
    clear: () => rows.clear(),
    earlierStarts: 0,
  };
  return { ...store, count };
};
