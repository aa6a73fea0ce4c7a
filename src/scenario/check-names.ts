import type { RawStep } from '../contract/schemas/step.ts';
import type { Cursor } from '../document/cursor.ts';
import { suggest } from '../document/suggest.ts';
import type { WrittenCall } from './written-calls.ts';

interface Defined {
  readonly call: WrittenCall;
  readonly position: number;
}

/** Complains of ids that are given twice, and of steps that name a call which is not there yet. */
export const checkNames = (calls: readonly WrittenCall[]): ReadonlyMap<string, WrittenCall> => {
  const defined = new Map<string, Defined>();
  for (const [position, call] of calls.entries()) define(defined, { call, position });
  for (const [position, call] of calls.entries()) checkReference(defined, { call, position });
  return new Map([...defined].map(([id, { call }]) => [id, call]));
};

const define = (defined: Map<string, Defined>, { call, position }: Defined): void => {
  const name = definitionOf(call);
  if (name === undefined) return;
  const first = defined.get(name.id);
  if (first !== undefined) {
    const { line } = definitionOf(first.call)?.cursor.place() ?? { line: 0 };
    name.cursor.complain(`the id \`${name.id}\` is given twice`, `line ${line} has it already`);
    return;
  }
  defined.set(name.id, { call, position });
  if ((call.group?.count ?? 1) < 2) return;
  const message = `\`${name.id}\` would name ${call.group?.count} calls`;
  name.cursor.complain(message, 'leave the id out, or write the calls out without `count`');
};

const checkReference = (defined: ReadonlyMap<string, Defined>, { call, position }: Defined): void => {
  const name = referenceOf(call);
  if (name === undefined) return;
  const earlier = ([, other]: readonly [string, Defined]) =>
    other.position < position || (call.group !== undefined && other.call.group === call.group);
  const ids = [...defined].filter(earlier).map(([id]) => id);
  if (ids.includes(name.id)) return;
  const later = definitionOf(defined.get(name.id)?.call)?.cursor.place();
  const remedy = later === undefined ? suggest(name.id, ids) : `line ${later.line} defines it, later`;
  name.cursor.complain(`no earlier call has the id \`${name.id}\``, remedy);
};

interface Name {
  readonly id: string;
  readonly cursor: Cursor;
}

/** The id that a step gives its call. */
const definitionOf = (call: WrittenCall | undefined): Name | undefined => {
  for (const action of ['makeBet', 'rollback', 'pack'] as const) {
    const id = call?.raw[action]?.id;
    if (call !== undefined && id !== undefined) return { id, cursor: call.cursor.at(action, 'id') };
  }
  return undefined;
};

/** The earlier call that a step names. */
const referenceOf = ({ raw, cursor }: WrittenCall): Name | undefined => {
  const path = referencePath(raw);
  const id = path === undefined ? undefined : cursor.at(...path).text();
  return id === undefined ? undefined : { id, cursor: cursor.at(...(path ?? [])) };
};

const referencePath = ({ resend, rollback, makeBet }: RawStep): readonly string[] | undefined => {
  if (resend !== undefined) return typeof resend === 'string' ? ['resend'] : ['resend', 'call'];
  if (rollback?.of !== undefined) return ['rollback', 'of'];
  return makeBet?.transaction_of === undefined ? undefined : ['makeBet', 'transaction_of'];
};
