import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64 } from 'hdr-histogram-js';

/** Several histograms of microseconds in their interchange format as one. */
export const addHistograms = (texts: readonly string[]): string => {
  const [only, ...others] = texts;
  if (only !== undefined && others.length === 0) return only;
  const all = build();
  all.autoResize = true;
  for (const text of texts) all.add(decodeFromCompressedBase64(text));
  return encodeIntoCompressedBase64(all);
};
