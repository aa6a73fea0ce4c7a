/** Finds and hides secrets in texts: plain, as JSON and URLs write them, in hex of either case, within base64. */
export interface SecretMask {
  isIn(text: string): boolean;
  isInBytes(bytes: Uint8Array): boolean;
  /** The text with asterisks where a secret stood, as many characters. */
  hide(text: string): string;
  /** As many bytes; the same array where no secret is in it. */
  hideBytes(bytes: Uint8Array): Uint8Array;
}

/** A shorter secret is guarded by nobody, and masking it would blot out ordinary words. */
const shortestMasked = 8;

/** A mask that is made once for many texts: most hold no secret, and are looked through once. */
export const createSecretMask = (secrets: readonly string[]): SecretMask => {
  const longEnough = secrets.filter((secret) => secret.length >= shortestMasked);
  const spellings = [...new Set(longEnough.flatMap(spellingsOf))].sort((one, other) => other.length - one.length);
  const any = spellings.map((spelling) => spelling.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&')).join('|');
  const [pattern, everywhere] = [new RegExp(any), new RegExp(`(?=(${any}))`, 'g')];
  const isIn = (text: string): boolean => spellings.length > 0 && pattern.test(text);
  const hide = (text: string): string => (isIn(text) ? withStars(text, everywhere) : text);
  const isInBytes = (bytes: Uint8Array): boolean => isIn(latin1(bytes));
  return {
    isIn,
    hide,
    isInBytes,
    hideBytes: (bytes) => (isInBytes(bytes) ? Buffer.from(hide(latin1(bytes)), 'latin1') : bytes),
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

/** A word in the name of a parameter whose value nobody else may know; `monkey` and `author` are none. */
const secretWord =
  /^(?:.*(?:tokens?|secret|password|signature|credentials?)|(?:api|auth|access|private)?key|sig|sign|auth|authorization|pass|passwd|pwd|passphrase|jwt|hmac|code)$/;

/** The words of `api_key`, `accessToken` and `X-Signature`, in small letters. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

/**
 * What of a callback URL may not be shown in other texts either, such as a redirect that repeats it:
 * user and password, and the values of parameters that are named like a secret. Any other value may be
 * an ordinary word, such as the id of a player: masked in a balance or in what is kept, it would be
 * no balance and no player any more. Masks leave out what is too short.
 */
export const secretsOfUrl = (url: string | undefined): readonly string[] => {
  if (url === undefined || !URL.canParse(url)) return [];
  const parsed = new URL(url);
  const password = decoded(parsed.password === '' ? parsed.username : parsed.password);
  const secrets = new Set([
    credentialsOf(parsed) ?? '',
    ...(isLikeAmount(password) ? [] : [password]),
    ...parsed.search.slice(1).split('&').flatMap(secretsOfParameter),
  ]);
  secrets.delete('');
  return [...secrets];
};

/** The value, with `+` as it is and as the space that it may stand for, and the whole parameter; as written, too. */
const secretsOfParameter = (parameter: string): readonly string[] => {
  const [, name = '', written = ''] = /^([^=]*)=(.*)$/s.exec(parameter) ?? [];
  const value = decoded(written);
  const isSecret = wordsOf(decoded(name)).some((word) => secretWord.test(word));
  if (!isSecret || value.length < shortestMasked) return [];
  const values = [value, decoded(written.replaceAll('+', ' '))];
  return [parameter, decoded(parameter), ...[written, ...values].filter((each) => !isLikeAmount(each))];
};

/** `user:password` as Basic authorization has it; undefined where the URL has neither. */
export const credentialsOf = ({ username, password }: URL): string | undefined =>
  username === '' && password === '' ? undefined : `${decoded(username)}:${decoded(password)}`;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** An id of a user, a year, a version: masked in a balance, it would be no balance any more. */
const isLikeAmount = (value: string): boolean => /^\d{1,15}$/.test(value);
