/** The bytes of base64 or base64url text, padded or not; undefined for any other text. */
export const readBase64 = (text: string): Buffer | undefined => {
  if (!/^[\w+/-]{22,176}={0,2}$/u.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '');
  return bytes.toString('base64').replaceAll('=', '') === plain ? bytes : undefined;
};
