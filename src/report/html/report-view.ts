import type { ReportedExchange, Run, ScenarioResult } from '../../formats/run.ts';
import { balanceBefore, isOverlapping, isSameMoney, saidBalance } from '../exchange-facts.ts';
import type { BreachStory, BrokenRequirement } from './stories.ts';
import { breachesOf } from './stories.ts';

/** The string that the signature of an exchange covers; undefined where that is not known. */
export type CanonicalOf = (exchange: ReportedExchange) => string | undefined;

export interface ReportViewOptions {
  /** The command that makes such a run again, as arguments. */
  readonly rerun?: readonly string[];
  readonly canonicalOf?: CanonicalOf;
}

/** An exchange with its place in the story that it belongs to. */
export interface StoryCall {
  /** From 1. */
  readonly number: number;
  readonly exchange: ReportedExchange;
  /** The balance that was to come, at the currency's scale; or what else a finding expected. */
  readonly expected?: string;
}

/** The calls of a story as far as the report holds them. */
export interface StoryEvidence {
  readonly calls: readonly StoryCall[];
  /** Calls between the first and the last that are not shown. */
  readonly leftOut: number;
  /** Ids of the exchanges that are given in full here; the others are elsewhere in the report. */
  readonly inFull: ReadonlySet<string>;
  /** What the account held before, as an earlier answer of the scenario said. */
  readonly before?: string;
}

/** A run as the report tells it: everything is chosen, nothing is rendered. */
export interface ReportView {
  readonly run: Run;
  readonly breaches: readonly BrokenRequirement[];
  /** The stories that are told with their calls. */
  readonly evidence: ReadonlyMap<BreachStory, StoryEvidence>;
  /** Ids of the exchanges that the report gives in full. */
  readonly inFull: ReadonlySet<string>;
  readonly scenarios: ReadonlyMap<string, ScenarioResult>;
  readonly rerun: readonly string[];
  readonly canonicalOf: CanonicalOf;
}

/** Chooses what the report of a run tells. */
export const createReportView = (run: Run, options: ReportViewOptions = {}): ReportView => {
  const breaches = breachesOf(run);
  const evidence = collectEvidence(run, breaches);
  const { rerun = ['walletproof', 'test', run.agent.callbackUrl], canonicalOf = () => undefined } =
    options;
  return {
    run,
    breaches,
    evidence,
    inFull: new Set([...evidence.values()].flatMap(({ inFull }) => [...inFull])),
    scenarios: new Map(run.scenarios.map((scenario) => [scenario.file, scenario])),
    rerun,
    canonicalOf,
  };
};

/** Calls that a whole report draws. */
const mostDrawn = 800;

/** Characters that the exchanges given in full may take in a whole report, roughly. */
const mostCharacters = 1_400_000;

/** Stories of one requirement that are told with their calls. */
const mostStories = 3;

/** Which stories are told with their calls, and which calls are given in full under which of them. */
export const collectEvidence = (
  run: Run,
  breaches: readonly BrokenRequirement[],
): ReadonlyMap<BreachStory, StoryEvidence> => {
  const byId = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const drawn = openAllowance(mostDrawn);
  const characters = openAllowance(mostCharacters);
  const given = new Set<string>();
  const give = ({ exchange }: StoryCall): string[] => {
    if (given.has(exchange.id) || !characters.take(charactersOf(exchange))) return [];
    given.add(exchange.id);
    return [exchange.id];
  };
  const entryOf = (story: BreachStory): [BreachStory, StoryEvidence][] => {
    const all = callsOf(story, byId);
    const calls = clipped(all);
    if (!drawn.take(calls.length)) return [];
    const evidence = {
      calls,
      leftOut: all.length - calls.length,
      inFull: new Set(calls.flatMap(give)),
      before: balanceBefore(
        all.map(({ exchange }) => exchange),
        run.exchanges,
      ),
    };
    return [[story, evidence]];
  };
  const told = breaches.flatMap(({ stories }) => stories.slice(0, mostStories));
  return new Map(told.flatMap(entryOf));
};

/** So much may be taken, and no more: what keeps a report below 3 MB. */
interface Allowance {
  /** Takes the amount and says so; takes nothing where there is less left. */
  take(amount: number): boolean;
}

/** An allowance that starts at so much. */
const openAllowance = (start: number): Allowance => {
  let left = start;
  return {
    take: (amount) => {
      if (amount > left) return false;
      left -= amount;
      return true;
    },
  };
};

/** An exchange in full, roughly: its request comes five times, readable, raw, signed and in two commands. */
const charactersOf = ({ requestBody, answerBody, requestBase64 = '' }: ReportedExchange): number =>
  4000 +
  5 * Math.min(requestBody.length + requestBase64.length, 8000) +
  2 * Math.min(answerBody.length, 4000);

const callsOf = (story: BreachStory, byId: ReadonlyMap<string, ReportedExchange>): StoryCall[] => {
  const exchanges = story.findings[0].exchanges.flatMap((id) => byId.get(id) ?? []);
  const expectedOf = (exchange: ReportedExchange): string | undefined =>
    expectedByFinding(exchange, story) ??
    (isAlone(exchange, exchanges) ? exchange.expectedBalance : undefined);
  return exchanges.map((exchange, index) => {
    const expected = expectedOf(exchange);
    return { number: index + 1, exchange, expected };
  });
};

/** The finding's word, for the answer that it is about. */
const expectedByFinding = (
  exchange: ReportedExchange,
  { findings }: BreachStory,
): string | undefined => {
  const [{ expected = '', actual = '', exchanges, line }] = findings;
  if (exchanges.at(-1) !== exchange.id || expected === '') return undefined;
  const isAbout = isAmount(expected)
    ? isSameMoney(saidBalance(exchange) ?? '', actual)
    : exchanges.length === 1 || (line !== undefined && line === exchange.line);
  return isAbout ? expected : undefined;
};

const isAmount = (text: string): boolean => isSameMoney(text, text);

/** Of calls at the same time no single balance is the right one. */
const isAlone = (exchange: ReportedExchange, all: readonly ReportedExchange[]): boolean =>
  all.every((other) => other === exchange || !isOverlapping(exchange, other));

/** Of more calls than this, the first and the last are shown. */
const mostCalls = 20;

const clipped = (calls: readonly StoryCall[]): StoryCall[] =>
  calls.length <= mostCalls
    ? [...calls]
    : [...calls.slice(0, mostCalls / 2), ...calls.slice(-mostCalls / 2)];
