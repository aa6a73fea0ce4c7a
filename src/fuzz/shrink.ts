import { isDeepStrictEqual } from 'node:util';
import type { Printable, PrintableMap } from '../formats/document/print-document.ts';
import type { SequenceStep } from './draw.ts';
import { ordinalName, type WrittenStep } from './sequence.ts';
import { readSequence } from './sequence-player.ts';
import { actionOf, actions, callsOf, groupOf, idOf, isMap, namesUsedBy } from './written-step.ts';

/** Whether a sequence still shows the breach: the same one, or one that is of a kind with it, which is looked for from then on. */
export type Fails = (steps: readonly SequenceStep[], isOfKind?: (key: string) => boolean) => Promise<boolean>;

/**
 * The smallest sequence that this comes to while it still fails: each step dropped that can be, then each value made as
 * plain as it can be, until nothing can.
 */
export const shrink = async (steps: readonly SequenceStep[], fails: Fails): Promise<readonly SequenceStep[]> => {
  let smallest = steps;
  for (;;) {
    const before = smallest;
    // What looked like a race has other words where there is none.
    smallest = await firstThatFails(smallest, oneAfterAnother, async (each) => await fails(each, () => true));
    smallest = await firstThatFails(smallest, withoutOne, fails);
    smallest = await firstThatFails(smallest, plainer, fails);
    if (isDeepStrictEqual(before, smallest)) return renamedIn(smallest);
  }
};

type Candidates = (steps: readonly SequenceStep[]) => (readonly SequenceStep[])[];

/** Goes on with the first candidate that fails, until none does. */
const firstThatFails = async (
  steps: readonly SequenceStep[],
  candidates: Candidates,
  fails: (steps: readonly SequenceStep[]) => Promise<boolean>,
): Promise<readonly SequenceStep[]> => {
  for (const candidate of candidates(steps)) {
    if (isWhole(candidate) && (await fails(candidate))) return await firstThatFails(candidate, candidates, fails);
  }
  return steps;
};

/** Whether the steps make a scenario, with every call that they name. */
export const isWhole = (steps: readonly SequenceStep[]): boolean => {
  const given = new Set<string>();
  const isNamed = ({ step }: SequenceStep): boolean =>
    callsOf(step).every((call) => {
      const isRight = namesUsedBy(call).every((name) => given.has(name));
      const id = idOf(call);
      if (id !== undefined) given.add(id);
      return isRight;
    });
  if (steps.length === 0 || !steps.every(isNamed)) return false;
  try {
    readSequence(steps);
    return true;
  } catch {
    return false;
  }
};

/** The calls of each group, one after another: what they lead to by themselves is no race. */
const oneAfterAnother: Candidates = (steps) =>
  steps.flatMap(({ kind, step }, at) => {
    const calls = groupOf(step);
    return calls === undefined ? [] : [steps.toSpliced(at, 1, ...calls.map((call) => ({ kind, step: call })))];
  });

/** Without each of the steps, the last first, and what names it; without each call of a group. */
const withoutOne: Candidates = (steps) => [
  ...steps.map((_, at) => withoutStep(steps, steps.length - 1 - at)),
  ...steps.flatMap(({ kind, step }, at) =>
    smallerGroups(step).map((smaller) => steps.with(at, { kind, step: smaller })),
  ),
];

const withoutStep = (steps: readonly SequenceStep[], at: number): readonly SequenceStep[] => {
  const left: SequenceStep[] = [];
  const gone = new Set<string>();
  for (const [place, one] of steps.entries()) {
    const isGone = place === at || callsOf(one.step).some((call) => namesUsedBy(call).some((name) => gone.has(name)));
    if (!isGone) left.push(one);
    else for (const id of callsOf(one.step).flatMap((call) => idOf(call) ?? [])) gone.add(id);
  }
  return left;
};

const smallerGroups = (step: WrittenStep): WrittenStep[] => {
  const calls = groupOf(step);
  if (calls === undefined) return [];
  if (calls.length <= 2) return calls.length === 2 ? [...calls] : [];
  return calls.map((_, at) => ({ together: { steps: calls.toSpliced(at, 1) } }));
};

/** With each call made plainer in one way. */
const plainer: Candidates = (steps) =>
  steps.flatMap(({ kind, step }, at) => plainerSteps(step).map((each) => steps.with(at, { kind, step: each })));

const plainerSteps = (step: WrittenStep): WrittenStep[] => {
  const calls = groupOf(step);
  if (calls === undefined) return plainerCalls(step);
  return calls.flatMap((call, at) => plainerCalls(call).map((each) => ({ together: { steps: calls.with(at, each) } })));
};

/** What is kept: without it the call would be another one. */
const needed: ReadonlySet<string> = new Set([
  ...actions,
  ...['of', 'call', 'total', 'bet', 'forged', 'expect', 'without', 'about'],
]);

const plainerCalls = (call: WrittenStep): WrittenStep[] => {
  const options = [...withoutPack(call), ...without(call)];
  const action = actionOf(call);
  if (action === undefined) return plainerOthers(call);
  const [name, fields] = action;
  const inFields = [...without(fields), ...plainerAmounts(fields)].map((each) => ({ ...call, [name]: each }));
  const { call: resent, as } = fields;
  const asBytes = name === 'resend' && as !== undefined && resent !== undefined ? [{ ...call, resend: resent }] : [];
  return [...options, ...asBytes, ...inFields];
};

/** A makeBet where the whole pack may not matter, but what settles it does. */
const withoutPack = ({ pack, ...others }: WrittenStep): WrittenStep[] =>
  isMap(pack) && pack['id'] !== undefined ? [{ ...others, makeBet: { id: pack['id'], bet: '5' } }] : [];

/** Without each of the members that can be left out. */
const without = (map: PrintableMap): PrintableMap[] =>
  Object.keys(map)
    .filter((key) => !needed.has(key) && key !== 'id')
    .map((key) => {
      const { [key]: _, ...rest } = map;
      // Whatever looks alike has something that it is alike to.
      return key === 'transaction_of' ? { ...rest, alike: undefined } : rest;
    });

/** From the plainest on. */
const plainAmounts = ['5', '1', '10', '0'];

const plainerAmounts = (fields: PrintableMap): PrintableMap[] =>
  (['bet', 'win'] as const).flatMap((key) => {
    const written = fields[key];
    if (typeof written !== 'string') return [];
    const plainest = plainAmounts.indexOf(written);
    const choices = plainest === -1 ? plainAmounts : plainAmounts.slice(0, plainest);
    const isByBalance = written.startsWith('balance');
    const [, offset = ''] = /^balance \+ (.*)$/.exec(written) ?? [];
    const above = isByBalance && offset !== '' && offset !== '1' ? ['balance + 1'] : [];
    return [...choices, ...above].map((amount) => ({ ...fields, [key]: amount }));
  });

const plainerOthers = (call: WrittenStep): WrittenStep[] => {
  const { others } = call;
  return typeof others === 'number' && others > 1 ? [{ others: Math.ceil(others / 2) }] : [];
};

/** The same, with names in their order, and no other ones. `from`: so many names stand before them. */
export const renamedIn = (steps: readonly SequenceStep[], from = 0): readonly SequenceStep[] => {
  const used = new Set(steps.flatMap(({ step }) => callsOf(step).flatMap(namesUsedBy)));
  const names = new Map(
    namesGivenIn(steps)
      .filter((id) => used.has(id))
      .map((id, place) => [id, ordinalName(from + place)]),
  );
  return steps.map(({ kind, step }) => ({ kind, step: renamed(step, names) as WrittenStep }));
};

const namesGivenIn = (steps: readonly SequenceStep[]): string[] =>
  steps.flatMap(({ step }) => callsOf(step).flatMap((call) => idOf(call) ?? []));

/** One sequence after another, as one. */
export const joined = (earlier: readonly SequenceStep[], later: readonly SequenceStep[]): readonly SequenceStep[] => {
  const first = renamedIn(earlier);
  return [...first, ...renamedIn(later, namesGivenIn(first).length)];
};

/** Where a call is named. */
const nameKeys: ReadonlySet<string> = new Set(['id', 'of', 'transaction_of', 'call', 'resend']);

const renamed = (value: Printable, names: ReadonlyMap<string, string>): Printable => {
  if (Array.isArray(value)) return value.map((each: Printable) => renamed(each, names));
  if (!isMap(value)) return value;
  const members = Object.entries(value).flatMap(([key, member]): (readonly [string, Printable])[] => {
    if (member === undefined) return [];
    if (!nameKeys.has(key) || typeof member !== 'string') return [[key, renamed(member, names)]];
    const name = names.get(member);
    return name === undefined ? [] : [[key, name]];
  });
  return Object.fromEntries(members);
};
