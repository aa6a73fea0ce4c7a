const short: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** The bytes of `str(digest)` in Python, such as `b'\xe0+'`, in hexadecimal; undefined for other text. */
export const readBytesLiteral = (text: string): string | undefined => {
  const [, , inner] = /^b(['"])(.*)\1$/su.exec(text.trim()) ?? [];
  if (inner === undefined || !inner.includes('\\')) return undefined;
  const bytes = inner.replace(/\\(?:x([0-9a-f]{2})|(.))/gsu, (_all, hex?: string, char?: string) =>
    hex === undefined ? (short[char ?? ''] ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const digest = Buffer.from(bytes, 'latin1').toString('hex');
  return digest.length >= 16 && digest.length <= 128 ? digest : undefined;
};
