import type { RunContext } from '../run/run-context.ts';
import type { SequenceStep } from './draw.ts';
import type { Fails } from './shrink.ts';

// A breach may leave the agent broken: a lock that is kept, money that stays reserved. Then any call fails, and the smallest
// sequence that does is not what broke it.

/** Plays each smaller part of the sequence, the smallest first, until one fails: none before it has broken anything. */
export const grow = async (
  steps: readonly SequenceStep[],
  fails: Fails,
): Promise<readonly SequenceStep[] | undefined> => {
  for (let size = 1; size <= Math.min(mostGrown, steps.length); size += 1) {
    for (const part of partsOf(steps, size)) {
      if (await fails(part)) return part;
    }
  }
  return undefined;
};

/** Of more steps there are too many parts. */
const mostGrown = 4;

/** So many of the steps, in their order. */
const partsOf = function* (steps: readonly SequenceStep[], size: number): Generator<readonly SequenceStep[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let first = 0; first <= steps.length - size; first += 1) {
    const one = steps[first];
    if (one === undefined) continue;
    for (const rest of partsOf(steps.slice(first + 1), size - 1)) yield [one, ...rest];
  }
};

/** Calls that any right agent answers, whatever came before: where they fail, the account is broken. */
export const control: readonly SequenceStep[] = [
  { kind: 'bet', step: { makeBet: { id: 'first', bet: '1' } } },
  { kind: 'rollback', step: { rollback: { of: 'first' } } },
  { kind: 'getBalance', step: { getBalance: {} } },
];

/** What shows that an account is broken, told as that. */
export const afterwards: SequenceStep = {
  kind: 'bet',
  step: { makeBet: { bet: '1' }, about: 'after what came before it' },
};

/** The players of a run with each account in turn as the first: what is broken in one need not be in another. */
export const otherAccounts = ({ players }: RunContext): RunContext['players'][] =>
  players.known.flatMap((player, at) =>
    player.currencies.map((currency) => {
      const currencies = [currency, ...player.currencies.filter((each) => each !== currency)];
      return { ...players, known: [{ ...player, currencies }, ...players.known.toSpliced(at, 1)] };
    }),
  );
