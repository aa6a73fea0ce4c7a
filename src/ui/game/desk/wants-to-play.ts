/** What of a KeyboardEvent is looked at. */
export interface Key {
  readonly key: string;
  readonly repeat: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly target: unknown;
}

/** Whether a key plays: Space or Enter, pressed once and alone, where nothing else takes it. */
export const wantsToPlay = (event: Key): boolean => {
  const { key, repeat, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (repeat || altKey || ctrlKey || metaKey || shiftKey) return false;
  return (key === ' ' || key === 'Enter') && !takesKeys(event.target);
};

const takers = 'input, textarea, select, button, a, summary, [contenteditable]';

const takesKeys = (target: unknown): boolean => {
  const { closest } = (target ?? {}) as Partial<Element>;
  return typeof closest === 'function' && closest.call(target, takers) !== null;
};
