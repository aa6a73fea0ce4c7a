const longest = 40;

const describeText = (text: string): string =>
  text.length > longest
    ? `a string of ${text.length} characters`
    : `the string ${JSON.stringify(text)}`;

/** A JSON value in words, short enough for a message: `the string "101"`, `null`, `an array`. */
export const describeValue = (value: unknown): string => {
  if (typeof value === 'string') return describeText(value);
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
};
