import type { JsonNode } from '../../../json/json-node.ts';

/** As asort of PHP 8 compares values of the same kind; numbers and other text are compared as text. */
export const compareValues = (one: JsonNode, other: JsonNode): number => {
  const [first, second] = [textOf(one), textOf(other)];
  if (isBoolean(one) || isBoolean(other)) return Number(isTrue(one)) - Number(isTrue(other));
  if (first === undefined || second === undefined) {
    return Number(first === undefined) - Number(second === undefined);
  }
  if (isNumeric(first) && isNumeric(second)) return Number(first) - Number(second);
  if (first === second) return 0;
  return first < second ? -1 : 1;
};

/** null is compared as a boolean with all but text. */
const isBoolean = ({ kind }: JsonNode): boolean => kind === 'boolean' || kind === 'null';

const isTrue = (node: JsonNode): boolean => {
  const text = textOf(node);
  return text === undefined || (text !== '' && text !== '0');
};

const textOf = (node: JsonNode): string | undefined => {
  switch (node.kind) {
    case 'string':
      return node.value;
    case 'number':
      return node.text;
    case 'boolean':
      return node.value ? '1' : '';
    case 'null':
      return '';
    default:
      return undefined;
  }
};

const isNumeric = (text: string): boolean =>
  /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/iu.test(text);
