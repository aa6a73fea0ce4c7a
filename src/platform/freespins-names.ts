import { type WireNames, wireNamesIn } from '../spec/freespins-names.ts';
import type { OperationName } from '../spec/operation.ts';
import type { Quirks } from '../spec/quirks.ts';
import { invalid, type OperationResult } from './answer.ts';

/** Our names of fields, and what they are called on the wire; undefined where they are the same. */
export const wireNamesOf = (
  operation: OperationName | 'other',
  { freespinsFields }: Pick<Quirks, 'freespinsFields'>,
): WireNames | undefined =>
  isAboutFreespins(operation) && Object.keys(freespinsFields).length > 0 ? wireNamesIn(freespinsFields) : undefined;

const isAboutFreespins = (operation: OperationName | 'other'): boolean =>
  operation === 'freespins_grant' || operation === 'freespins_delete';

/** The fields of a body by our names. One that is called otherwise on the wire is not read by ours. */
export const inOurNames = (
  body: Readonly<Record<string, unknown>>,
  wire: WireNames | undefined,
): Readonly<Record<string, unknown>> => {
  if (wire === undefined) return body;
  const names = wire.request;
  const rest = { ...body };
  for (const ours of Object.keys(names)) delete rest[ours];
  const named = Object.entries(names).filter(([, theirs]) => Object.hasOwn(body, theirs));
  return { ...rest, ...Object.fromEntries(named.map(([ours, theirs]) => [ours, body[theirs]])) };
};

/** What an operation led to, its fields called as they are on the wire. */
export const inWireNames = (result: OperationResult, wire: WireNames | undefined): OperationResult => {
  if (wire === undefined) return result;
  if (result.kind === 'content') {
    const content = JSON.parse(result.content) as Readonly<Record<string, unknown>>;
    const renamed = Object.entries(content).map(([name, value]) => [wire.answer[name] ?? name, value]);
    return { ...result, content: JSON.stringify(Object.fromEntries(renamed)) };
  }
  if (result.kind !== 'refused' || result.errors === undefined) return result;
  const errors = result.errors.map(({ field, reason }) => ({
    field: wire.request[field] ?? field,
    // Names of several words alone: `count` and `status` are ordinary words as well.
    reason: reason.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => wire.request[word] ?? word),
  }));
  return { ...result, ...invalid(...errors) };
};
