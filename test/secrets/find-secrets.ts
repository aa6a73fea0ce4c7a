/** A text in which a stranger could read secrets, and where it stood. */
export interface Output {
  readonly of: string;
  readonly text: string;
}

/** What the tests play with: nothing that a program writes may show one of them, however it is written. */
export const token = 'k9+/Secret"Token-é';
export const secrets: readonly string[] = [token, ...['pass-word-1', 'query-secret-1']];

/** The address with all of them but the token, and with words that are none. */
export const withSecrets = (address: string): string =>
  `${address.replace('://', '://caller:pass-word-1@')}?key=query-secret-1&word#part`;

/** Where it shows which secret, and how: nothing where all is well. */
export const findSecrets = ({ of, text }: Output): readonly string[] =>
  [...readingsOf(text)].flatMap(([how, reading]) =>
    secrets
      .filter((secret) => reading.includes(secret))
      .map((secret) => {
        const at = reading.indexOf(secret);
        return `${of}, ${how}: ${reading.slice(Math.max(0, at - 60), at + secret.length + 20)}`;
      }),
  );

/** The text as somebody may read it who wants to: a reader of its own, not the one of the masks. */
const readingsOf = (text: string): ReadonlyMap<string, string> => {
  const plain = unescaped(unescaped(unescaped(text)));
  return new Map([
    ['as it is', text],
    ['its bytes as text', Buffer.from(text, 'latin1').toString()],
    ['unescaped', plain],
    [
      'hex',
      runs(plain, /[\da-f]{16,}/gi)
        .map(fromHex)
        .join('\n'),
    ],
    [
      'base64',
      runs(plain, /[\w+/-]{10,}/g)
        .map(fromBase64)
        .join('\n'),
    ],
  ]);
};

const runs = (text: string, pattern: RegExp): readonly string[] => text.match(pattern) ?? [];

const fromHex = (run: string): string =>
  [0, 1].map((from) => Buffer.from(run.slice(from), 'hex').toString()).join('\n');

const fromBase64 = (run: string): string =>
  [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString()).join('\n');

const unescaped = (text: string): string =>
  text
    .replaceAll(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
    .replaceAll(/\\+u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\+x([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/&#(\d+);/g, (_, decimal: string) => String.fromCharCode(Number(decimal)))
    .replaceAll(/&#x([\da-f]+);/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\\+(["/])/g, '$1');
