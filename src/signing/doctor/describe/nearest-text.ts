/** Of these texts the one that shares the most with a text at its beginning and its end. */
export const nearestText = (text: string, texts: readonly string[]): string => {
  let nearest = texts[0] ?? '';
  let most = -1;
  for (const candidate of texts) {
    const shared = sharedBetween(text, candidate);
    if (shared > most) [nearest, most] = [candidate, shared];
  }
  return nearest;
};

const sharedBetween = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  // A text that says more than that is further away.
  return start + end - other.length / 1024;
};
