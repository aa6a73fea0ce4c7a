import type { ExampleValue, Field } from '../spec/field.ts';

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

export const bullets = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

export const steps = (items: readonly string[]): string =>
  items.map((item, index) => `${index + 1}. ${item}`).join('\n');

/** A block of code in a language. */
export const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

export const jsonBlock = (value: ExampleValue): string => block('json', JSON.stringify(value, null, 2));

/** Fields as a table; those inside objects and arrays by their place: `games[].id`. */
export const fieldTable = (fields: readonly Field[]): string =>
  table(['field', 'type', 'required', 'description'], rowsOf(fields, ''));

const rowsOf = (fields: readonly Field[], place: string): string[][] =>
  fields.flatMap((field) => {
    const name = place + field.name;
    const inside = `${name}${field.type === 'array' ? '[]' : ''}.`;
    return [
      [code(name), typeOf(field), field.required ? 'yes' : 'no', descriptionOf(field)],
      ...rowsOf(field.fields ?? [], inside),
    ];
  });

const typeOf = ({ type, nullable, called }: Field): string => {
  const named = type === 'amount' ? 'float' : type === 'array' ? `array of ${called}` : type;
  return nullable === true ? `${named} or null` : named;
};

const descriptionOf = ({ description, assumed, values = [] }: Field): string =>
  `${assumed === true ? '**assumed**: ' : ''}${prose(description)}${valuesText(values)}`;

/** More are no help in a cell. */
const mostValues = 5;

const valuesText = (values: readonly string[]): string => {
  if (values.length === 0 || values.length > mostValues) return '';
  return `: ${values.length === 1 ? 'always ' : ''}${values.map(code).join(', ')}`;
};
