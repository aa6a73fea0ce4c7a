import type { CallOptions, Expectation, FieldValue } from '../../spec/scenario.ts';
import type { RawStep } from '../../spec/schemas/step.ts';
import type { Cursor } from '../document/cursor.ts';
import { toFieldValue } from './to-field-value.ts';

/** The options beside a call, with their defaults; who and where only when they are written. */
export const toOptions = (raw: RawStep, cursor: Cursor): CallOptions => ({
  signature: raw.signature ?? 'valid',
  tamper: toFields(raw.tamper, cursor.at('tamper')),
  fields: toFields(raw.fields, cursor.at('fields')),
  without: raw.without ?? [],
  wire: raw.wire ?? 'table',
  twice: toFields(raw.twice, cursor.at('twice')),
  expect: toExpectation(raw.expect),
  ...(raw.lose === undefined ? {} : { lose: raw.lose }),
  ...(raw.player === undefined ? {} : { player: raw.player }),
  ...(raw.session === undefined ? {} : { session: raw.session }),
  ...(raw.currency === undefined ? {} : { currency: raw.currency }),
});

/** The ledger decides where the writer says nothing. */
export const toExpectation = (raw: RawStep['expect']): Expectation => {
  if (raw === undefined) return { kind: 'ledger' };
  if (raw === 'refused' || raw === 'any') return { kind: raw };
  return { kind: 'refused', code: raw.refused };
};

const toFields = (
  raw: Readonly<Record<string, unknown>> = {},
  cursor: Cursor,
): Readonly<Record<string, FieldValue>> =>
  Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, toFieldValue(value, cursor.at(name))]),
  );
