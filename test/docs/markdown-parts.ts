/** What of our sentences is code: names of fields, codes, settings, headers. */
const names =
  /`[^`]*`|\b(?:[a-z]+(?:_[a-z]+)+|quirks\.\w+|callbacks\.\w+|getBalance|makeBet|X-Signature)\b|\bagents\[\]\.\w+/g;

/** A sentence with its names as code. */
export const prose = (text: string): string =>
  text.replaceAll(names, (name) => (name.startsWith('`') ? name : code(name)));

/** Our own sentences hold no markup, but characters that Markdown could take for some. */
export const plain = (text: string): string => text.replaceAll(/[\\<*]|(?<!\w)_|_(?!\w)/g, (mark) => `\\${mark}`);

export const code = (text: string): string => `\`${text}\``;

/** A table; cells are Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
