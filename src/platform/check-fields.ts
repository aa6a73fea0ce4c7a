import { parseAmount } from '../base/money.ts';
import { edgesOf, type Trimming, trimText } from '../signing/trim.ts';
import type { FieldType, RequestField } from '../spec/operation.ts';
import { type FieldProblem, invalid, type RefusedAnswer } from './answer.ts';

/** The contract's fields of a request, proven to have their types; strings trimmed. */
export type CheckedFields = Readonly<Record<string, unknown>>;

/** How the fields of a request are read. */
interface Reading {
  /** What strings are trimmed of. */
  readonly trimming?: Trimming;
  /** The text of the number that a field has. */
  readonly sentNumber?: (field: string) => string | undefined;
  /** What is wrong with fields that have the right types; those that have not are left out. */
  readonly rules?: ((fields: CheckedFields) => readonly FieldProblem[]) | undefined;
}

/** Every field of the operation, or a validation_error naming all that is wrong. Extra fields are let be. */
export const checkFields = (
  fields: readonly RequestField[],
  body: CheckedFields,
  { trimming = 'common', sentNumber, rules }: Reading = {},
): { readonly kind: 'fields'; readonly fields: CheckedFields } | RefusedAnswer => {
  const checked: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const sent = body[field.name];
    // section 5: strings are trimmed before processing
    const value = typeof sent === 'string' ? trimText(sent, edgesOf[trimming]) : sent;
    // An optional field that is null counts as left out.
    if (value === undefined || (value === null && !field.required)) {
      if (field.required) problems.push({ field: field.name, reason: 'missing' });
      continue;
    }
    const reason = reasonOf(field, value, sentNumber);
    if (reason === undefined) checked[field.name] = value;
    else problems.push({ field: field.name, reason });
  }
  problems.push(...(rules?.(checked) ?? []));
  return problems.length > 0 ? invalid(...problems) : { kind: 'fields', fields: checked };
};

const reasonOf = (
  { name, type, least, most }: RequestField,
  value: unknown,
  sentNumber: Reading['sentNumber'],
): string | undefined => {
  const ofType = reasons[type];
  // What was sent is looked for where it is told, as that takes reading the body again.
  if (ofType(value) !== undefined) return ofType(value, sentNumber?.(name));
  if (typeof value !== 'number' || least === undefined || most === undefined) return undefined;
  return value >= least && value <= most ? undefined : `expected ${least} to ${most}, got ${value}`;
};

/** A float carries this many decimal digits exactly. */
const exactDigits = 15;

/** Why a value is no integer; undefined when it is one. `sent`: the text of a number as it was sent. */
export const integerReason = (value: unknown, sent?: string): string | undefined => {
  if (Number.isSafeInteger(value)) return undefined;
  // Beyond these a float has not every integer.
  const limit = Number(value) > 0 ? ' of at most 2^53 - 1' : ' of at least -(2^53 - 1)';
  return `expected an integer${Number.isInteger(value) ? limit : ''}, got ${describeValue(value, sent)}`;
};

/** Why a value is wrong, undefined when it is right. */
const reasons: Readonly<Record<FieldType, typeof integerReason>> = {
  integer: integerReason,
  string: (value) => {
    if (typeof value !== 'string') return `expected a string, got ${describeValue(value)}`;
    return value === '' ? 'must not be empty' : undefined;
  },
  boolean: (value) => (typeof value === 'boolean' ? undefined : `expected true or false, got ${describeValue(value)}`),
  amount: (value, sent) => {
    if (typeof value !== 'number') return `expected a number, got ${describeValue(value)}`;
    const amount = parseAmount(String(value));
    const isExact = amount !== undefined && amount.c.length <= exactDigits && amount.e < exactDigits;
    return isExact && amount.gt(0)
      ? undefined
      : `expected a decimal above 0 of at most ${exactDigits} digits, got ${describeValue(value, sent)}`;
  },
  'date-time': (value) =>
    parseDateTime(value) === undefined
      ? `expected an RFC 3339 date-time such as 2030-01-31T12:00:00Z, got ${describeValue(value)}`
      : undefined,
};

/** Characters of a value that are told. */
const longest = 40;

/** A JSON value in words, short enough for a message: `the string "101"`, `null`, `an array`. */
export const describeValue = (value: unknown, sent?: string): string => {
  if (typeof value === 'string') {
    return value.length > longest ? `a string of ${value.length} characters` : `the string ${JSON.stringify(value)}`;
  }
  if (typeof value === 'number') {
    return `the number ${sent === undefined || sent.length > longest ? String(value) : sent}`;
  }
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
};

const isoDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Unix milliseconds of an RFC 3339 date-time, the seconds of which may be left out; undefined when it is none. */
export const parseDateTime = (value: unknown): number | undefined => {
  if (typeof value !== 'string' || !isoDateTime.test(value)) return undefined;
  const time = Date.parse(value);
  if (Number.isNaN(time)) return undefined;
  // Date.parse takes February 30 for March 2, and the hour 24 for the next day.
  const minute = value.slice(0, 'YYYY-MM-DDTHH:MM'.length);
  return new Date(Date.parse(`${minute}Z`)).toISOString().startsWith(minute) ? time : undefined;
};
