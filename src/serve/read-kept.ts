import type { KeptStore } from '../journal/kept.ts';
import type { keptSchemas } from './kept-schemas.ts';

/** What is kept as this version reads it. Its schemas are loaded where something is kept. */
export const readKept = async (kept: KeptStore): Promise<KeptStore> =>
  kept.earlierStarts === 0 ? kept : fitting(kept, (await import('./kept-schemas.ts')).keptSchemas);

/** Another version may have written it: what does not fit is forgotten when its kind is read. */
export const fitting = (kept: KeptStore, schemas: typeof keptSchemas): KeptStore => ({
  all: (kind) =>
    kept.all(kind).flatMap(({ key, value }) => {
      const checked = schemas[kind]?.safeParse(value) ?? { success: true, data: value };
      if (!checked.success) kept.keep(kind, key, undefined);
      return checked.success ? [{ key, value: checked.data }] : [];
    }),
  keep: (kind, key, value) => kept.keep(kind, key, value),
  clear: () => kept.clear(),
  earlierStarts: kept.earlierStarts,
});
