/** Where the cursor of the list is. */
export interface CursorPlace {
  /** The active line; -1 when there is none. */
  readonly active: number;
  readonly count: number;
  /** Lines in the window. */
  readonly pageRows: number;
}

/** The line that a key leads to, from the active one; undefined for any other key. */
export const keyTarget = (key: string, { active, count, pageRows }: CursorPlace): number | undefined => {
  const last = count - 1;
  const from = active < 0 ? count : active;
  const [down, up] = [active < 0 ? last : active + 1, from - 1];
  const targets: Readonly<Record<string, number>> = {
    ...{ ArrowDown: down, ArrowUp: up },
    PageDown: active < 0 ? last : active + pageRows,
    PageUp: from - pageRows,
    ...{ Home: 0, End: last },
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return target === undefined || count === 0 ? undefined : Math.max(0, Math.min(last, target));
};
