/** As encodeURIComponent, also for a text with half a surrogate pair: it becomes U+FFFD. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(Buffer.from(text).toString());
