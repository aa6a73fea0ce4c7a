/** A shorter secret is guarded by nobody, and masking it would blot out ordinary words. */
export const shortestMasked = 8;

/**
 * The texts that show one of the secrets: as it is, as JSON and as URLs have it, backwards, in hex,
 * and within base64, where it may stand behind any other text. None is shorter than `shortestMasked`.
 * Other escapes are not among them: `undoEscapes` takes them away before these are looked for.
 */
export const spellingsOf = (secrets: readonly string[]): readonly string[] => {
  const longEnough = secrets.filter((secret) => secret.length >= shortestMasked);
  return [...new Set(longEnough.flatMap(everySpelling))];
};

const everySpelling = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const backwards = [...secret].reverse().join('');
  const plain = [secret, JSON.stringify(secret).slice(1, -1), backwards];
  // Bodies are looked through byte by byte.
  const asBytes = plain.map((text) => Buffer.from(text).toString('latin1'));
  const inUrl = encodeURIComponent(bytes.toString());
  return [...plain, ...asBytes, inUrl, hex, hex.toUpperCase(), ...base64Cores(bytes)];
};

/** What base64 has of the bytes and of nothing beside them, by how many bytes stand before. */
const base64Cores = (bytes: Uint8Array): string[] =>
  [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const [first, end] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
    const core = whole.toString('base64').slice(first, end);
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
