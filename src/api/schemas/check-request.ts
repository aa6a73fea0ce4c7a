import { z } from 'zod';

/** A request as its schema makes it, or what is wrong with it and what to do. */
export type CheckedRequest =
  | { readonly kind: 'right'; readonly value: unknown }
  | { readonly kind: 'wrong'; readonly message: string; readonly remedy: string };

/** Checks a value that came from outside: names the field, the value and the remedy. */
export const checkRequest = (schema: z.ZodType, value: unknown): CheckedRequest => {
  const result = schema.safeParse(value);
  if (result.success) return { kind: 'right', value: result.data };
  const [issue] = result.error.issues;
  return { kind: 'wrong', ...explain(schema, issue, value) };
};

interface WrongInput {
  readonly message: string;
  readonly remedy: string;
}

const explain = (schema: z.ZodType, issue: z.core.$ZodIssue | undefined, value: unknown): WrongInput => {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const path = issue?.path ?? [];
  if (issue === undefined || (issue.code === 'custom' && path.length === 0)) {
    return { message: issue?.message ?? 'This request is wrong.', remedy: fieldsOf(known) };
  }
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map(shown).join(', ');
    const where = path.length === 0 ? '' : ` in ${path.join('.')}`;
    return { message: `There is no field ${keys}${where}.`, remedy: fieldsOf(known) };
  }
  if (path.length === 0) {
    return { message: 'The body is no JSON object.', remedy: fieldsOf(known) };
  }
  return explainField(issue, path, valueAt(value, path));
};

const fieldsOf = (known: readonly string[]): string =>
  known.length === 0 ? 'Send nothing, or {}.' : `Known fields: ${known.join(', ')}.`;

const explainField = (issue: z.core.$ZodIssue, path: readonly PropertyKey[], value: unknown): WrongInput => {
  const field = path.join('.');
  const [what = '', ...more] = expected(issue).split(/ (?=\()/);
  const remedy = `${[`Send ${what} as ${field}`, ...more].join(' ')}.`;
  if (value === undefined) return { message: `The field ${field} is missing.`, remedy };
  // A secret is not repeated, not even a wrong one.
  const said = field === 'token' ? '' : `: ${shown(value)}`;
  return { message: `The field ${field} is wrong${said}.`, remedy };
};

const expected = (issue: z.core.$ZodIssue): string => {
  // The formats of files share some schemas, and say it after `expected`.
  if (!isOfZod(issue.message)) return issue.message.replace(/^expected /, '');
  switch (issue.code) {
    case 'invalid_value':
      return `${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'invalid_type':
      return types[issue.expected] ?? issue.message;
    case 'too_small':
      return `${issue.minimum} ${unitOf(issue.origin)}or more`;
    case 'too_big':
      return `at most ${issue.maximum}${unitOf(issue.origin).trimEnd().replace(/^./, ' $&')}`;
    default:
      return issue.message;
  }
};

/** Whether a schema has no message of its own for this. */
const isOfZod = (message: string): boolean => /^(?:Invalid|Too) /.test(message);

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  // All numbers of requests are whole.
  number: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

const unitOf = (origin: string): string => ({ string: 'characters ', array: 'items ' })[origin] ?? '';

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    value,
  );

const longest = 60;

/** A value in a message: cut short, its control characters escaped. */
const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};
