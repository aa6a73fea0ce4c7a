import { trimText } from '../signing/trim.ts';
import type { FieldType, RequestField } from '../spec/operation.ts';
import type { FieldProblem, RefusedAnswer } from './refused.ts';
import { invalid } from './refused.ts';

/** The contract's fields of a request, proven to have their types; strings trimmed. */
export type CheckedFields = Readonly<Record<string, unknown>>;

/** A float carries this many decimal digits exactly. */
const exactDigits = 15;

/** Why a value is no integer; undefined when it is one. */
export const integerReason = (value: unknown): string | undefined =>
  Number.isSafeInteger(value) ? undefined : `expected an integer, got ${describeValue(value)}`;

const stringReason = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return `expected a string, got ${describeValue(value)}`;
  return value === '' ? 'must not be empty' : undefined;
};

const booleanReason = (value: unknown): string | undefined =>
  typeof value === 'boolean' ? undefined : `expected true or false, got ${describeValue(value)}`;

const amountReason = (value: unknown): string | undefined => {
  if (typeof value !== 'number') return `expected a number, got ${describeValue(value)}`;
  const text = String(value);
  const isExact = /^\d+(?:\.\d+)?$/.test(text) && text.replace('.', '').length <= exactDigits;
  return isExact && value > 0
    ? undefined
    : `expected a decimal above 0 of at most ${exactDigits} digits, got ${describeValue(value)}`;
};

const dateTimeReason = (value: unknown): string | undefined =>
  parseDateTime(value) === undefined
    ? `expected an ISO 8601 date-time such as 2030-01-31T12:00:00Z, got ${describeValue(value)}`
    : undefined;

/** A JSON value in words, short enough for a message: `the string "101"`, `null`, `an array`. */
export const describeValue = (value: unknown): string => {
  if (typeof value === 'string') return describeText(value);
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
};

const describeText = (text: string): string =>
  text.length > longest
    ? `a string of ${text.length} characters`
    : `the string ${JSON.stringify(text)}`;

const longest = 40;

/** Unix milliseconds of an ISO 8601 date-time with a time zone; undefined when it is none. */
export const parseDateTime = (value: unknown): number | undefined => {
  if (typeof value !== 'string' || !isoDateTime.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
};

const isoDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

const reasonOf: Readonly<Record<FieldType, (value: unknown) => string | undefined>> = {
  integer: integerReason,
  string: stringReason,
  boolean: booleanReason,
  amount: amountReason,
  'date-time': dateTimeReason,
};

/** An optional field that is null counts as left out. */
const isLeftOut = (field: RequestField, value: unknown): boolean =>
  value === undefined || (value === null && !field.required);

const problemOf = (field: RequestField, value: unknown): FieldProblem | undefined => {
  if (isLeftOut(field, value)) {
    return field.required ? { field: field.name, reason: 'missing' } : undefined;
  }
  const reason = reasonOf[field.type](value);
  return reason === undefined ? undefined : { field: field.name, reason };
};

/** Every field of the operation, or a validation_error naming all that is wrong. Extra fields are let be. */
export const checkFields = (
  fields: readonly RequestField[],
  body: CheckedFields,
): { readonly kind: 'fields'; readonly fields: CheckedFields } | RefusedAnswer => {
  const checked: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const sent = body[field.name];
    // section 5: strings are trimmed before processing
    const value = typeof sent === 'string' ? trimText(sent) : sent;
    const problem = problemOf(field, value);
    if (problem !== undefined) problems.push(problem);
    else if (!isLeftOut(field, value)) checked[field.name] = value;
  }
  return problems.length > 0 ? invalid(...problems) : { kind: 'fields', fields: checked };
};
