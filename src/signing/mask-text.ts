/** The text with each secret as asterisks, as many characters. */
export const maskText = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((masked, secret) => masked.replaceAll(secret, '*'.repeat(secret.length)), text);
