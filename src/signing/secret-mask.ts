/** Finds and hides secrets in texts: plain, as JSON and URLs write them, in hex of either case, within base64. */
export interface SecretMask {
  isIn(text: string): boolean;
  isInBytes(bytes: Uint8Array): boolean;
  /** The text with asterisks where a secret stood, as many characters. */
  hide(text: string): string;
  /** As many bytes; all others stay as they are. */
  hideBytes(bytes: Uint8Array): Uint8Array;
}

/** A shorter secret is guarded by nobody, and masking it would blot out ordinary words. */
export const shortestMasked = 8;

/** A mask that is made once for many texts: most hold no secret, and are looked through once. */
export const createSecretMask = (secrets: readonly string[]): SecretMask => {
  const longEnough = secrets.filter((secret) => secret.length >= shortestMasked);
  const spellings = [...new Set(longEnough.flatMap(spellingsOf))].sort((one, other) => other.length - one.length);
  const any = spellings.map((spelling) => spelling.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&')).join('|');
  const [pattern, everywhere] = [new RegExp(any), new RegExp(`(?=(${any}))`, 'g')];
  const isIn = (text: string): boolean => spellings.length > 0 && pattern.test(text);
  const hide = (text: string): string => (isIn(text) ? withStars(text, everywhere) : text);
  return {
    isIn,
    isInBytes: (bytes) => isIn(latin1(bytes)),
    hide,
    hideBytes: (bytes) => Buffer.from(hide(latin1(bytes)), 'latin1'),
  };
};

/** A character for each byte. */
const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

/** Secrets may overlap: each place is looked at, not only those behind what was found. */
const withStars = (text: string, everywhere: RegExp): string => {
  let [shown, end] = ['', 0];
  for (const { index, 1: found = '' } of text.matchAll(everywhere)) {
    const last = index + found.length;
    if (last <= end) continue;
    const from = Math.max(index, end);
    shown += text.slice(end, from) + '*'.repeat(last - from);
    end = last;
  }
  return shown + text.slice(end);
};

const spellingsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  // Twice: a JSON text in a JSON text is what agents log and repeat.
  const written = [secret, hex, hex.toUpperCase(), ...base64Cores(bytes)].flatMap(asWritten).flatMap(asWritten);
  // Bodies are looked through byte by byte.
  return [...written, ...written.map((text) => Buffer.from(text).toString('latin1'))];
};

/** As it is, as JSON of JavaScript, PHP and Python has it, and as URLs do. */
const asWritten = (text: string): string[] => {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replaceAll(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const inJson = [text, json, ascii].flatMap((each) => [each, each.replaceAll('/', '\\/')]);
  return [...inJson, encodeURIComponent(Buffer.from(text).toString())];
};

/** What base64 has of the bytes and of nothing beside them, by how many bytes stand before. */
const base64Cores = (bytes: Uint8Array): string[] =>
  [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const [first, end] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
    const core = whole.toString('base64').slice(first, end);
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
