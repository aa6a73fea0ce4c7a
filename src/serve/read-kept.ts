import { type Kept, type KeptKind, type KeptStore, keptKinds } from '../journal/kept.ts';
import type { keptSchemas } from './kept-schemas.ts';

/** What is kept as this version reads it. Its schemas are loaded where something is kept. */
export const readKept = async (kept: KeptStore): Promise<KeptStore> => {
  if (keptKinds.every((kind) => kept.all(kind).length === 0)) return kept;
  return fitting(kept, (await import('./kept-schemas.ts')).keptSchemas);
};

/** Another version may have written it: what does not fit is forgotten. */
export const fitting = (kept: KeptStore, schemas: typeof keptSchemas): KeptStore => {
  const read = (kind: KeptKind): readonly Kept[] =>
    kept.all(kind).flatMap(({ key, value }) => {
      const checked = schemas[kind]?.safeParse(value) ?? { success: true, data: value };
      if (!checked.success) kept.keep(kind, key, undefined);
      return checked.success ? [{ key, value: checked.data }] : [];
    });
  const values = new Map(keptKinds.map((kind) => [kind, read(kind)]));
  return {
    all: (kind) => values.get(kind) ?? [],
    keep: (kind, key, value) => kept.keep(kind, key, value),
    clear: () => kept.clear(),
    earlierStarts: kept.earlierStarts,
  };
};
