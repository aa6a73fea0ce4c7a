import { parseAmount } from '../base/money.ts';
import { edgesOf, type Trimming, trimText } from '../signing/trim.ts';
import type { FieldType, RequestField } from '../spec/operation.ts';
import { type FieldProblem, invalid, type RefusedAnswer } from './refused.ts';

/** The contract's fields of a request, proven to have their types; strings trimmed. */
export type CheckedFields = Readonly<Record<string, unknown>>;

/** A float carries this many decimal digits exactly. */
const exactDigits = 15;

/** Why a value is wrong, undefined when it is right. `sent`: the text of a number as it was sent. */
type ReasonOf = (value: unknown, sent?: string) => string | undefined;

/** Why a value is no integer; undefined when it is one. */
export const integerReason: ReasonOf = (value, sent) =>
  Number.isSafeInteger(value)
    ? undefined
    : `expected an integer${integerLimit(value)}, got ${describeValue(value, sent)}`;

/** Beyond these a float has not every integer. */
const integerLimit = (value: unknown): string => {
  if (!Number.isInteger(value)) return '';
  return Number(value) > 0 ? ' of at most 2^53 - 1' : ' of at least -(2^53 - 1)';
};

const stringReason: ReasonOf = (value) => {
  if (typeof value !== 'string') return `expected a string, got ${describeValue(value)}`;
  return value === '' ? 'must not be empty' : undefined;
};

const booleanReason: ReasonOf = (value) =>
  typeof value === 'boolean' ? undefined : `expected true or false, got ${describeValue(value)}`;

const amountReason: ReasonOf = (value, sent) => {
  if (typeof value !== 'number') return `expected a number, got ${describeValue(value)}`;
  const amount = parseAmount(String(value));
  const isExact = amount !== undefined && amount.c.length <= exactDigits && amount.e < exactDigits;
  return isExact && amount.gt(0)
    ? undefined
    : `expected a decimal above 0 of at most ${exactDigits} digits, got ${describeValue(value, sent)}`;
};

const dateTimeReason: ReasonOf = (value) =>
  parseDateTime(value) === undefined
    ? `expected an RFC 3339 date-time such as 2030-01-31T12:00:00Z, got ${describeValue(value)}`
    : undefined;

/** A JSON value in words, short enough for a message: `the string "101"`, `null`, `an array`. */
export const describeValue = (value: unknown, sent?: string): string => {
  if (typeof value === 'string') return describeText(value);
  if (typeof value === 'number') return `the number ${describeNumber(value, sent)}`;
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
};

const describeText = (text: string): string =>
  text.length > longest ? `a string of ${text.length} characters` : `the string ${JSON.stringify(text)}`;

const describeNumber = (value: number, sent: string | undefined): string =>
  sent === undefined || sent.length > longest ? String(value) : sent;

const longest = 40;

/** Unix milliseconds of an RFC 3339 date-time, the seconds of which may be left out; undefined when it is none. */
export const parseDateTime = (value: unknown): number | undefined => {
  if (typeof value !== 'string' || !isoDateTime.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) || !isOnCalendar(value) ? undefined : time;
};

/** Date.parse takes February 30 for March 2, and the hour 24 for the next day. */
const isOnCalendar = (dateTime: string): boolean => {
  const minute = dateTime.slice(0, 'YYYY-MM-DDTHH:MM'.length);
  return new Date(Date.parse(`${minute}Z`)).toISOString().startsWith(minute);
};

const isoDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

const reasonOf: Readonly<Record<FieldType, ReasonOf>> = {
  integer: integerReason,
  string: stringReason,
  boolean: booleanReason,
  amount: amountReason,
  'date-time': dateTimeReason,
};

/** Why a number is out of the range of its field. */
const rangeReason = ({ least, most }: RequestField, value: unknown): string | undefined => {
  if (typeof value !== 'number' || least === undefined || most === undefined) return undefined;
  return value >= least && value <= most ? undefined : `expected ${least} to ${most}, got ${value}`;
};

/** An optional field that is null counts as left out. */
const isLeftOut = (field: RequestField, value: unknown): boolean =>
  value === undefined || (value === null && !field.required);

const problemOf = (
  field: RequestField,
  value: unknown,
  sentNumber: Reading['sentNumber'],
): FieldProblem | undefined => {
  if (isLeftOut(field, value)) {
    return field.required ? { field: field.name, reason: 'missing' } : undefined;
  }
  const ofType = reasonOf[field.type];
  const reason = ofType(value) === undefined ? rangeReason(field, value) : ofType(value, sentNumber?.(field.name));
  return reason === undefined ? undefined : { field: field.name, reason };
};

/** How the fields of a request are read. */
export interface Reading {
  /** What strings are trimmed of. */
  readonly trimming?: Trimming;
  /** The text of the number that a field has. */
  readonly sentNumber?: (field: string) => string | undefined;
  /** What is wrong with fields that have the right types; those that have not are left out. */
  readonly rules?: (fields: CheckedFields) => readonly FieldProblem[];
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
    const problem = problemOf(field, value, sentNumber);
    if (problem !== undefined) problems.push(problem);
    else if (!isLeftOut(field, value)) checked[field.name] = value;
  }
  problems.push(...(rules?.(checked) ?? []));
  return problems.length > 0 ? invalid(...problems) : { kind: 'fields', fields: checked };
};
