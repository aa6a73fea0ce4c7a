/** A shorter secret is guarded by nobody, and masking it would blot out ordinary words. */
export const shortestMasked = 8;

/**
 * The texts that show one of the secrets: as it is, as JSON and as URLs have it, backwards (escaped as
 * well), in hex, and within base64, where it may stand behind any other text. None is shorter than `shortestMasked`.
 * Other escapes are not among them: `undoEscapes` takes them away before these are looked for.
 */
export const spellingsOf = (secrets: readonly string[]): readonly string[] => {
  const longEnough = secrets.filter((secret) => secret.length >= shortestMasked);
  return [...new Set(longEnough.flatMap(everySpelling))];
};

const everySpelling = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  const backwards = [...secret].reverse().join('');
  const plain = [secret, JSON.stringify(secret).slice(1, -1), backwards];
  // Bodies are looked through byte by byte.
  const asBytes = plain.map((text) => Buffer.from(text).toString('latin1'));
  const inUrl = encodeURIComponent(bytes.toString());
  const inHex = hexSpellings(bytes);
  return [...plain, ...asBytes, inUrl, ...inHex, ...escapedBackwards(secret), ...base64Cores(bytes)];
};

/** As one word, and as dumps of memory part it. */
const hexSpellings = (bytes: Uint8Array): string[] =>
  ['', ' ', ':', '-'].flatMap((parting) => {
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(parting);
    return [hex, hex.toUpperCase()];
  });

/** `\\u0074…` for each character, and all of it turned round: no escape that could be undone. */
const escapedBackwards = (secret: string): string[] => {
  const codes = secret.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  const turned = (written: readonly string[]): string =>
    [...written.map((code) => `\\u${code}`).join('')].reverse().join('');
  return [turned(codes), turned(codes.map((code) => code.toUpperCase()))];
};

/** What base64 has of the bytes and of nothing beside them, by how many bytes stand before. */
const base64Cores = (bytes: Uint8Array): string[] =>
  [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const [first, end] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
    const core = whole.toString('base64').slice(first, end);
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
