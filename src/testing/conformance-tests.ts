import type { Scenario } from '../formats/scenario/scenario.ts';
import { selectRequirements, selectScenarios } from '../run/select.ts';
import type { SourceKind } from '../spec/requirement.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import { type Level, levels } from '../spec/verdict.ts';
import { usageError, type WalletproofError } from '../spec/walletproof-error.ts';
import { checkKeys, type PlatformHooks } from './options.ts';
import { shippedCases } from './shipped-cases.ts';
import { type CaseOutcome, type PlayCase, playCaseKey, type TestPlatform } from './start-platform.ts';

/** Which cases there are, and when one fails. */
export interface ConformanceOptions {
  /** Ids, prefixes, levels or sections, such as `IDEM,must`; everything when absent. */
  readonly only?: string | readonly string[];
  readonly skip?: string | readonly string[];
  /** Only what rests on it: the specification, or soundness. */
  readonly source?: SourceKind;
  /** A breach of a `should` fails as well. */
  readonly strict?: boolean;
}

/** One scenario of the conformance suite. */
export interface ConformanceCase {
  /** `bets/debit`: unique, and the same in every version that has the case. */
  readonly id: string;
  readonly title: string;
  /** The heaviest of its requirements. */
  readonly level: Level;
  /** Ids of those that it shows. */
  readonly requirements: readonly string[];
  /** Plays it; rejects with a ConformanceError where a must fails. */
  run(platform: TestPlatform, hooks?: PlatformHooks): Promise<CaseOutcome>;
}

/** The cases as data, at once: nothing is sent before one is run. Throws where a word selects nothing. */
export const conformanceTests = (options: ConformanceOptions = {}): ConformanceCase[] => {
  const { source, strict = false } = checkKeys(options, optionNames, 'conformanceTests');
  const selection = { only: wordsOf(options.only), skip: wordsOf(options.skip), source };
  const selected = selectRequirements(requirements, selection);
  const scenarios = selectScenarios(shippedCases(), selected, selection);
  if (scenarios.length === 0) throw nothingLeft(options);
  return scenarios.map((scenario) => ({
    id: idOf(scenario),
    title: scenario.title,
    level: levelOf(scenario),
    requirements: scenario.requirements,
    run: async (platform, hooks = {}) => await playerOf(platform)({ scenario, selection, strict, hooks }),
  }));
};

const optionNames = ['only', 'skip', 'source', 'strict'];

/** A suite without a case would pass. */
const nothingLeft = ({ only, skip, source }: ConformanceOptions): WalletproofError =>
  usageError(
    `No conformance case is left by ${JSON.stringify({ only, skip, source })}.`,
    'Take something out of skip, or name in only what skip and source leave.',
  );

const wordsOf = (given: string | readonly string[] | undefined): readonly string[] => {
  const texts = typeof given === 'string' ? [given] : (given ?? []);
  return texts
    .flatMap((text) => text.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
};

const idOf = ({ file }: Scenario): string =>
  file
    .replaceAll('\\', '/')
    .replace(/^scenarios\/(?:conformance\/)?/, '')
    .replace(/\.yaml$/, '');

const levelOf = (scenario: Scenario): Level => {
  const own = requirements.filter(({ id }) => scenario.requirements.includes(id));
  return levels.find((level) => own.some((each) => each.level === level)) ?? 'observe';
};

const playerOf = (platform: TestPlatform): PlayCase => {
  const play = (platform as unknown as Record<symbol, PlayCase | undefined> | undefined)?.[playCaseKey];
  if (play !== undefined) return play;
  throw usageError(
    'A conformance case was run without a platform.',
    'Give what startPlatform() resolved with: await oneCase.run(platform).',
  );
};

/** Registers each case with `test` or `it` of Jest, Vitest, node:test or Mocha; `platform` is asked for when the first one runs. */
export const registerConformanceTests = (
  test: (name: string, body: () => Promise<void>, timeout: number) => unknown,
  platform: () => TestPlatform | Promise<TestPlatform>,
  order: RegisterOptions = {},
): void => {
  checkFunctions({ test, platform });
  checkKeys(order, [...optionNames, 'restart', 'launch', 'timeout'], 'registerConformanceTests');
  const { restart, launch, timeout = caseTimeoutMs, ...options } = order;
  for (const each of conformanceTests(options)) {
    // Without parameters: Jest would take one for `done`, and Vitest for fixtures.
    const body = async function body(this: unknown): Promise<void> {
      // biome-ignore lint/complexity/noArguments: a parameter would change what the function is to a test runner
      const given: unknown = arguments[0];
      const outcome = await each.run(await platform(), { restart, launch });
      if (outcome.kind === 'skipped') skip([given, this], outcome.reason);
    };
    test(`${each.id} ${each.title}`, body, timeout);
  }
};

/** Marks the test as skipped where its runner can do that while it runs: by an argument of its, or by `this` of Mocha. */
const skip = (surroundings: readonly unknown[], reason: string): void => {
  const skipping = (surroundings as readonly ({ readonly skip?: unknown } | undefined)[]).find(
    (one): one is { skip(reason: string): void } => typeof one?.skip === 'function',
  );
  skipping?.skip(reason);
};

const checkFunctions = (given: Readonly<Record<'test' | 'platform', unknown>>): void => {
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'function') continue;
    throw usageError(
      `registerConformanceTests takes a function as ${name}, and was given ${value === null ? 'null' : typeof value}.`,
      'Write registerConformanceTests(test, () => platform, options), with test or it of the test runner.',
    );
  }
};

/** How cases are registered. */
export interface RegisterOptions extends ConformanceOptions, PlatformHooks {
  /** Of a case, milliseconds; two minutes when absent. */
  readonly timeout?: number;
}

const caseTimeoutMs = 120_000;
