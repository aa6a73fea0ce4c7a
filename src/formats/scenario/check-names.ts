import { suggest } from '../document/suggest.ts';
import { checkResend } from './check-resend.ts';
import { decimalText } from './decimal-text.ts';
import type { Name } from './name-of.ts';
import { definitionOf, referenceOf } from './name-of.ts';
import type { WrittenCall } from './written-calls.ts';

/**
 * Complains of ids that are given twice, and of steps that name a call which does not come before
 * them, be it in the same group.
 */
export const checkNames = (calls: readonly WrittenCall[]): void => {
  const earlier = new Map<string, WrittenCall>();
  for (const call of calls) {
    const reference = referenceOf(call);
    if (reference !== undefined) checkReference(reference, { call, earlier, calls });
    const definition = definitionOf(call);
    if (definition !== undefined) define(definition, { call, earlier });
  }
};

interface Reading {
  readonly call: WrittenCall;
  readonly earlier: Map<string, WrittenCall>;
}

const define = ({ id, cursor }: Name, { call, earlier }: Reading): void => {
  const first = earlier.get(id);
  if (first !== undefined) {
    const line = lineOf(first);
    cursor.complain(`the id \`${id}\` is given twice`, `line ${line} gives it already`);
    return;
  }
  earlier.set(id, call);
  if (call.groupCount < 2) return;
  const remedy = 'leave the id out, or write the calls out without `count`';
  cursor.complain(`the id \`${id}\` would name ${call.groupCount} calls at once`, remedy);
};

const checkReference = (
  { id, cursor }: Name,
  { call, earlier, calls }: Reading & { readonly calls: readonly WrittenCall[] },
): void => {
  const named = earlier.get(id);
  if (named === undefined) {
    const later = calls.find((other) => definitionOf(other)?.id === id);
    const known = suggest(id, [...earlier.keys()]);
    const remedy = later === undefined ? known : `line ${lineOf(later)} gives it, later`;
    cursor.complain(`no earlier call has the id \`${id}\``, remedy);
    return;
  }
  if (named.raw.pack?.wins.every((win) => decimalText(String(win)) === '0') === true) {
    cursor.complain(`the pack \`${id}\` wins nothing: no call settles it`, 'give it a win');
  }
  checkResend(call, named);
};

const lineOf = (call: WrittenCall): number =>
  (definitionOf(call)?.cursor ?? call.cursor).place().line;
