/** A shorter token is guarded by nobody, and masking it would blot out ordinary words. */
const shortestMasked = 8;

/**
 * Every text that would show a token where it does not belong: plainly, in JSON, in a URL. The
 * longest first: where one begins like another, nothing of it is left.
 */
export const tokenSpellings = (tokens: readonly string[]): readonly string[] => {
  const longEnough = tokens.filter((token) => token.length >= shortestMasked);
  const spellings = [...new Set(longEnough.flatMap(spellingsOf))];
  return spellings.sort((one, other) => other.length - one.length);
};

const spellingsOf = (token: string): string[] => {
  const inJson = JSON.stringify(token).slice(1, -1);
  return [token, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(token)];
};
