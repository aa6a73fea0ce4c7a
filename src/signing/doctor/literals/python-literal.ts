import type { JsonNode } from '../../../json/json-node.ts';

/** The tree as `str(data)` prints it in Python. */
export const pythonLiteral = (node: JsonNode): string => {
  switch (node.kind) {
    case 'object': {
      const members = node.members.map(
        ({ name, value }) => `${quoted(name)}: ${pythonLiteral(value)}`,
      );
      return `{${members.join(', ')}}`;
    }
    case 'array':
      return `[${node.items.map(pythonLiteral).join(', ')}]`;
    case 'string':
      return quoted(node.value);
    case 'number':
      return node.text;
    case 'boolean':
      return node.value ? 'True' : 'False';
    case 'null':
      return 'None';
  }
};

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** In single quotes, in double ones where the text has a single one and no double one. */
const quoted = (text: string): string => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replace(/[\n\r\t]/gu, (char) => escapes[char] ?? char)
    .replace(
      /[\p{Cc}\u00a0\u00ad]/gu,
      (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
    );
  return quote + inner + quote;
};
