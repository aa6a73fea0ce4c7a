/** Alphabetical order by UTF-16 units, as JavaScript, Java and C# sort; no key occurs twice. */
export const compareKeys = (one: string, other: string): number => (one < other ? -1 : 1);
