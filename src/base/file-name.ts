/** Longer names fit into no folder once an extension follows, characters. */
const longest = 80;

const plain = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,${longest - 1}}$`);

/** Windows takes these for devices, whatever follows after a dot. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Whether a text, with an extension behind it, is the name of a file on every system: it leads out of
 * no folder, is no option of a command, no hidden file and no device, and nothing in it is invisible.
 */
export const isFileName = (text: string): boolean => plain.test(text) && !text.endsWith('.') && !device.test(text);

const longestMade = 60;

/** A title as such a name: `An answer that is lost` is `an-answer-that-is-lost`. */
export const fileNameOf = (title: string): string => {
  const name = title
    .slice(0, longestMade * 4)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestMade)
    .replaceAll(/^-+|-+$/g, '');
  if (name === '') return 'scenario';
  return device.test(name) ? `${name}-file` : name;
};
