import { usageError } from '../spec/walletproof-error.ts';
import { checkKeys, spanOf } from './options.ts';
import { type Fuzzing, type FuzzOutcome, fuzzKey, type TestPlatform } from './start-platform.ts';

/** How long sequences are drawn, and which. */
export interface FuzzOptions {
  /** `30s`, or milliseconds; 10 s when absent. */
  readonly budget?: string | number;
  /** So many sequences at most; as many as the budget lets when absent. */
  readonly runs?: number;
  /** The same seed draws the same sequences; the platform's when absent. */
  readonly seed?: number;
  /** A breach of a `should` fails as well. */
  readonly strict?: boolean;
}

const usualBudgetMs = 10_000;

/**
 * Draws sequences of calls that no scenario has, and plays them against the agent of the platform. Resolves with how many
 * there were. Rejects with a ConformanceError where one breaks a requirement: it tells the smallest such sequence, as a
 * scenario; and where nothing could be judged. A WalletproofError where an option is wrong.
 */
export const fuzz = async (platform: TestPlatform, options: FuzzOptions = {}): Promise<FuzzOutcome> => {
  const { budget = usualBudgetMs, runs, seed, strict = false } = checkKeys(options, optionNames, 'fuzz');
  const budgetMs = spanOf(budget, 'budget');
  for (const [name, value] of Object.entries({ runs, seed })) {
    if (value === undefined || (Number.isInteger(value) && value >= 0)) continue;
    throw usageError(`${name} is ${JSON.stringify(value)}.`, `Give ${name} as a whole number, such as ${name}: 100.`);
  }
  return await fuzzingOf(platform)({ budgetMs, runs, seed, strict });
};

const optionNames = ['budget', 'runs', 'seed', 'strict'];

const fuzzingOf = (platform: TestPlatform): Fuzzing => {
  const fuzzing = (platform as unknown as Record<symbol, Fuzzing | undefined> | undefined)?.[fuzzKey];
  if (fuzzing !== undefined) return fuzzing;
  throw usageError(
    'fuzz() was called without a platform.',
    'Give what startPlatform() resolved with: await fuzz(platform).',
  );
};
