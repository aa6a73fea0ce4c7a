import type { Alike, CallStep, Step } from './scenario.ts';
import type { RawStep } from './scenario-schema.ts';
import type { WrittenCall, WrittenStep } from './written-calls.ts';

type RawAlike = NonNullable<NonNullable<RawStep['makeBet']>['alike']>;

/** So many characters are equal where the writer does not say how many. */
const usualPrefix = 64;

export const toAlike = (raw: RawAlike | undefined): Alike | undefined => {
  if (raw === undefined) return undefined;
  return typeof raw === 'string' ? { as: raw, length: usualPrefix } : { as: 'prefix', length: raw.prefix };
};

/** An id can have a twin in other case, or with a space, however it is made. */
const isShaped = ({ as }: Alike): boolean => as !== 'case' && as !== 'space';

/**
 * Complains of ids that are alike to nothing, and of calls whose id should be alike to others in two
 * ways that no id has at once.
 */
export const checkAlike = (calls: readonly WrittenCall[]): void => {
  const shapes = new Map<string, string>();
  for (const call of calls) checkCall(call, shapes);
};

const checkCall = ({ raw, cursor }: WrittenStep, shapes: Map<string, string>): void => {
  const { action, of, alike } = likenessOf(raw);
  if (alike === undefined) return;
  const at = cursor.at(action, 'alike');
  if (of === undefined) {
    const name = action === 'makeBet' ? 'transaction_of' : 'of';
    at.complain('`alike` to which call?', `name an earlier one: \`${name}: first\``);
    return;
  }
  if (!isShaped(alike)) return;
  const shape = JSON.stringify(alike);
  const before = shapes.get(of) ?? shape;
  shapes.set(of, before);
  if (before === shape) return;
  at.complain(
    `the id of \`${of}\` is made for another kind of \`alike\` already`,
    'give each kind a call of its own to be alike to',
  );
};

const likenessOf = ({ makeBet, rollback }: RawStep) =>
  rollback === undefined
    ? {
        action: 'makeBet',
        of: makeBet?.transaction_of,
        alike: toAlike(makeBet?.alike),
      }
    : { action: 'rollback', of: rollback.of, alike: toAlike(rollback.alike) };

/** The steps, those makeBets marked whose ids others are to be alike to. */
export const markTwins = (steps: readonly Step[]): readonly Step[] => {
  const twins = new Map(steps.flatMap(twinsIn));
  return twins.size === 0 ? steps : steps.map((step) => marked(step, twins));
};

const twinsIn = (step: Step): (readonly [string, Alike])[] => {
  if (step.kind === 'together' || step.kind === 'repeat') return step.steps.flatMap(twinsIn);
  const of = namedBy(step);
  return of === undefined || !isShaped(of[1]) ? [] : [of];
};

const namedBy = (step: Step): readonly [string, Alike] | undefined => {
  if (step.kind !== 'makeBet' && step.kind !== 'rollback') return undefined;
  const of = step.kind === 'makeBet' ? step.transactionOf : step.of;
  return of === undefined || step.alike === undefined ? undefined : [of, step.alike];
};

const marked = (step: Step, twins: ReadonlyMap<string, Alike>): Step => {
  switch (step.kind) {
    case 'together':
      return { ...step, steps: step.steps.map((each) => markedCall(each, twins)) };
    case 'repeat':
      return { ...step, steps: step.steps.map((each) => marked(each, twins)) };
    case 'makeBet':
      return markedCall(step, twins);
    default:
      return step;
  }
};

const markedCall = (step: CallStep, twins: ReadonlyMap<string, Alike>): CallStep => {
  const twin = step.kind === 'makeBet' && step.id !== undefined ? twins.get(step.id) : undefined;
  return step.kind === 'makeBet' && twin !== undefined ? { ...step, twin } : step;
};
