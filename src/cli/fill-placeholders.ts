/** What the placeholders of a hook stand for; a number where the specification has one. */
export type Placeholders = Readonly<Record<string, string | number>>;

/**
 * A JSON value with `{player_id}` and the like filled in, in texts at any depth. A text that is a
 * placeholder and nothing else becomes its value, a number too; an unknown placeholder stays.
 */
export const fillPlaceholders = (value: unknown, words: Placeholders): unknown => {
  if (typeof value === 'string') return fillText(value, words);
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fillPlaceholders(inner, words)]),
  );
};

const placeholder = /\{(\w+)\}/g;

const fillText = (text: string, words: Placeholders): string | number => {
  const whole = /^\{(\w+)\}$/.exec(text)?.[1];
  const value = whole === undefined ? undefined : own(words, whole);
  if (value !== undefined) return value;
  return text.replace(placeholder, (written, name: string) => String(own(words, name) ?? written));
};

const own = (words: Placeholders, name: string): string | number | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;
