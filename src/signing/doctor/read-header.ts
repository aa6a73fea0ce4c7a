import type { MistakeCode } from '../../spec/signature-mistakes.ts';

/** A digest that a header may stand for, in lower-case hexadecimal. */
export interface HeaderReading {
  readonly digest: string;
  /** What is wrong with how it is written; absent where nothing is. */
  readonly mistake?: MistakeCode;
}

/** Longer headers hold no signature. */
const longest = 1024;

/** Every digest that the header may stand for, the likeliest first; none where it is no signature. */
export const readHeader = (header: string): readonly HeaderReading[] => {
  if (header.length > longest) return [];
  const literal = readBytesLiteral(header);
  if (literal !== undefined) return [{ digest: literal, mistake: 'digest-decorated' }];
  return coatsOf(header).flatMap(({ text, mistake }) => readingsOf(text, mistake));
};

interface Coat {
  readonly text: string;
  readonly mistake?: MistakeCode;
}

/** The header as it is, and without what may be around or inside the digest. */
const coatsOf = (header: string): Coat[] => {
  const bare = header
    .trim()
    .replace(/^b?(['"])(.*)\1$/su, '$2')
    .trim();
  const dashless = bare.replace(/^0x/iu, '').replace(/[-:\s](?=[0-9a-f]{2})/giu, '');
  const withoutPrefix = bare.replace(/^[\w-]{1,20}[=: ]+(?=.)/u, '');
  const coats: Coat[] = [
    { text: header },
    { text: bare, mistake: 'digest-decorated' },
    { text: dashless, mistake: 'digest-decorated' },
    { text: withoutPrefix, mistake: 'digest-prefix' },
  ];
  return coats.filter(({ text }, index) => coats.findIndex((coat) => coat.text === text) === index);
};

const readingsOf = (text: string, mistake: MistakeCode | undefined): HeaderReading[] => {
  if (isHex(text)) return [withMistake(text.toLowerCase(), mistake ?? caseMistake(text))];
  const bytes = readBase64(text);
  if (bytes === undefined) return [];
  const inner = bytes.toString('latin1');
  if (isHex(inner)) return [withMistake(inner.toLowerCase(), mistake ?? 'base64-hex')];
  return [withMistake(bytes.toString('hex'), mistake ?? 'base64-digest')];
};

const isHex = (text: string): boolean => /^(?:[0-9a-f]{2}){8,64}$/iu.test(text);

const caseMistake = (text: string): MistakeCode | undefined => (/[A-F]/u.test(text) ? 'upper-case-digest' : undefined);

const withMistake = (digest: string, mistake: MistakeCode | undefined): HeaderReading =>
  mistake === undefined ? { digest } : { digest, mistake };

const short: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** The bytes of `str(digest)` in Python, such as `b'\xe0+'`, in hexadecimal; undefined for other text. */
const readBytesLiteral = (text: string): string | undefined => {
  const [, , inner] = /^b(['"])(.*)\1$/su.exec(text.trim()) ?? [];
  if (inner === undefined || !inner.includes('\\')) return undefined;
  const bytes = inner.replace(/\\(?:x([0-9a-f]{2})|(.))/gsu, (_all, hex?: string, char?: string) =>
    hex === undefined ? (short[char ?? ''] ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const digest = Buffer.from(bytes, 'latin1').toString('hex');
  return digest.length >= 16 && digest.length <= 128 ? digest : undefined;
};

/** The bytes of base64 or base64url text, padded or not; undefined for any other text. */
const readBase64 = (text: string): Buffer | undefined => {
  if (!/^[\w+/-]{22,176}={0,2}$/u.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '');
  return bytes.toString('base64').replaceAll('=', '') === plain ? bytes : undefined;
};
