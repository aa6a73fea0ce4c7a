import { suggest } from '../document/closest-word.ts';
import type { Cursor } from '../document/cursor.ts';
import { decimalText } from './amount.ts';
import type { RawStep } from './scenario-schema.ts';
import type { WrittenCall, WrittenStep } from './written-calls.ts';

/**
 * Complains of ids that are given twice, and of steps that name a call which does not come before
 * them, be it in the same group.
 */
export const checkNames = (calls: readonly WrittenCall[]): void => {
  const earlier = new Map<string, WrittenCall>();
  for (const call of calls) {
    for (const reference of referencesOf(call)) checkReference(reference, { call, earlier, calls });
    checkForgery(call);
    const definition = definitionOf(call);
    if (definition !== undefined) define(definition, { call, earlier });
  }
};

interface NameCheck {
  readonly call: WrittenCall;
  readonly earlier: Map<string, WrittenCall>;
}

const define = ({ id, cursor }: Name, { call, earlier }: NameCheck): void => {
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
  { call, earlier, calls }: NameCheck & { readonly calls: readonly WrittenCall[] },
): void => {
  const named = earlier.get(id);
  if (named === undefined) {
    const later = calls.find((other) => definitionOf(other)?.id === id);
    const known = curly.test(id) ? 'write straight quotes, or none' : suggest(id, [...earlier.keys()]);
    const remedy = later === undefined ? known : `line ${lineOf(later)} gives it, later`;
    cursor.complain(`no earlier call has the id \`${id}\``, remedy);
    return;
  }
  if (named.raw.pack?.wins.every((win) => decimalText(String(win)) === '0') === true) {
    cursor.complain(`the pack \`${id}\` wins nothing: no call settles it`, 'give it a win');
  }
  checkResend(call, named);
};

/** Quotes of word processors: YAML takes them for letters. */
const curly = /[“”„‘’«»]/;

const lineOf = (call: WrittenCall): number => (definitionOf(call)?.cursor ?? call.cursor).place().line;

/** Complains of a forgery that needs an earlier call and names none, or the other way round. */
const checkForgery = ({ raw: { signature }, cursor }: WrittenStep): void => {
  if (typeof signature !== 'object') return;
  const { forged, of } = signature;
  const needsCall = forged === 'reused' || forged === 'known-request-id';
  if (needsCall === (of !== undefined)) return;
  const at = cursor.at('signature', needsCall ? 'forged' : 'of');
  if (needsCall) at.complain(`\`${forged}\` of which call?`, 'name an earlier one: `of: first`');
  else at.complainOfKey(`\`${forged}\` takes nothing of another call`, 'leave it out');
};

/** What only a makeBet has. */
const ofMakeBets = ['game_round_id', 'round_finished', 'bet', 'win'] as const;

/** Complains of a resend that asks for other amounts where there can be none. */
const checkResend = ({ raw, cursor }: WrittenStep, named: WrittenStep): void => {
  if (raw.resend === undefined) return;
  const missing = ofMakeBets.find((field) => raw.changed?.[field] !== undefined);
  if (named.raw.rollback !== undefined && missing !== undefined) {
    const at = cursor.at('changed', missing);
    at.complainOfKey(`a rollback has no \`${missing}\``, 'name a makeBet');
  }
  if (typeof raw.resend === 'string') return;
  const { as, call } = raw.resend;
  const at = cursor.at('resend');
  if (as === 'conflict' && named.raw.rollback !== undefined) {
    at.at('as').complain(`\`${call}\` is a rollback: it has no amounts`, 'name a makeBet');
  }
  if (as === 'conflict') return;
  for (const amount of ['bet', 'win'] as const) {
    if (raw.resend[amount] === undefined) continue;
    at.at(amount).complainOfKey(`\`as: ${as}\` keeps the amounts`, 'other ones: `as: conflict`');
  }
};

/** An id as a step writes it, and where. */
interface Name {
  readonly id: string;
  readonly cursor: Cursor;
}

/** The id that a step gives its call. */
const definitionOf = ({ raw, cursor }: WrittenStep): Name | undefined => {
  for (const action of ['makeBet', 'rollback', 'pack'] as const) {
    const id = raw[action]?.id;
    if (id !== undefined) return { id, cursor: cursor.at(action, 'id') };
  }
  return undefined;
};

/** The earlier calls that a step names: the one that it is about, the one that it is forged from. */
const referencesOf = ({ raw, cursor }: WrittenStep): Name[] =>
  [referencePath(raw), forgedFrom(raw)].flatMap((path) => {
    const id = path === undefined ? undefined : cursor.at(...path).text();
    return path === undefined || id === undefined ? [] : [{ id, cursor: cursor.at(...path) }];
  });

const forgedFrom = ({ signature }: RawStep): readonly string[] | undefined =>
  typeof signature === 'object' && signature.of !== undefined ? ['signature', 'of'] : undefined;

const referencePath = ({ resend, rollback, makeBet }: RawStep): readonly string[] | undefined => {
  if (resend !== undefined) return typeof resend === 'string' ? ['resend'] : ['resend', 'call'];
  if (rollback?.of !== undefined) return ['rollback', 'of'];
  return makeBet?.transaction_of === undefined ? undefined : ['makeBet', 'transaction_of'];
};
