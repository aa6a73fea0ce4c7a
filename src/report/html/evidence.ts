import type { ReportedExchange, Run } from '../../spec/run.ts';
import { balanceBefore } from './balance-before.ts';
import { isOverlapping } from './is-overlapping.ts';
import { openAllowance } from './open-allowance.ts';
import { isSameMoney, saidBalance } from './said-balance.ts';
import type { Breach, Story } from './stories.ts';

/** An exchange with its place in the story that it belongs to. */
export interface Call {
  /** From 1. */
  readonly number: number;
  readonly exchange: ReportedExchange;
  /** The balance that was to come, at the currency's scale; or what else a finding expected. */
  readonly expected?: string;
}

/** The calls of a story as far as the report holds them. */
export interface Evidence {
  readonly calls: readonly Call[];
  /** Calls between the first and the last that are not shown. */
  readonly leftOut: number;
  /** Ids of the exchanges that are given in full here; the others are elsewhere in the report. */
  readonly inFull: ReadonlySet<string>;
  /** What the account held before, as an earlier answer of the scenario said. */
  readonly before?: string;
}

/** Of more calls than this, the first and the last are shown. */
const mostCalls = 20;
/** Stories of one requirement that are told with their calls. */
const mostStories = 3;
/** Calls that a whole report draws. */
const mostDrawn = 800;
/** Characters that the exchanges given in full may take in a whole report, roughly. */
const mostCharacters = 1_400_000;

/** An exchange in full, roughly: its request comes five times, readable, raw, signed and in two commands. */
const charactersOf = ({ requestBody, answerBody, requestBase64 = '' }: ReportedExchange): number =>
  4000 +
  5 * Math.min(requestBody.length + requestBase64.length, 8000) +
  2 * Math.min(answerBody.length, 4000);

const clipped = (calls: readonly Call[]): Call[] =>
  calls.length <= mostCalls
    ? [...calls]
    : [...calls.slice(0, mostCalls / 2), ...calls.slice(-mostCalls / 2)];

const isAmount = (text: string): boolean => isSameMoney(text, text);

/** The finding's word, for the answer that it is about. */
const expectedByFinding = (exchange: ReportedExchange, { findings }: Story): string | undefined => {
  const [{ expected = '', actual = '', exchanges, line }] = findings;
  if (exchanges.at(-1) !== exchange.id || expected === '') return undefined;
  const isAbout = isAmount(expected)
    ? isSameMoney(saidBalance(exchange) ?? '', actual)
    : exchanges.length === 1 || (line !== undefined && line === exchange.line);
  return isAbout ? expected : undefined;
};

/** Of calls at the same time no single balance is the right one. */
const isAlone = (exchange: ReportedExchange, all: readonly ReportedExchange[]): boolean =>
  all.every((other) => other === exchange || !isOverlapping(exchange, other));

const callsOf = (story: Story, byId: ReadonlyMap<string, ReportedExchange>): Call[] => {
  const exchanges = story.findings[0].exchanges.flatMap((id) => byId.get(id) ?? []);
  const expectedOf = (exchange: ReportedExchange): string | undefined =>
    expectedByFinding(exchange, story) ??
    (isAlone(exchange, exchanges) ? exchange.expectedBalance : undefined);
  return exchanges.map((exchange, index) => {
    const expected = expectedOf(exchange);
    return { number: index + 1, exchange, ...(expected === undefined ? {} : { expected }) };
  });
};

/** Which stories are told with their calls, and which calls are given in full under which of them. */
export const collectEvidence = (
  run: Run,
  breaches: readonly Breach[],
): ReadonlyMap<Story, Evidence> => {
  const byId = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const drawn = openAllowance(mostDrawn);
  const characters = openAllowance(mostCharacters);
  const given = new Set<string>();
  const give = ({ exchange }: Call): string[] => {
    if (given.has(exchange.id) || !characters.take(charactersOf(exchange))) return [];
    given.add(exchange.id);
    return [exchange.id];
  };
  const entryOf = (story: Story): [Story, Evidence][] => {
    const all = callsOf(story, byId);
    const calls = clipped(all);
    if (!drawn.take(calls.length)) return [];
    const before = all[0] === undefined ? undefined : balanceBefore(all[0].exchange, run);
    const evidence = {
      calls,
      leftOut: all.length - calls.length,
      inFull: new Set(calls.flatMap(give)),
      ...(before === undefined ? {} : { before }),
    };
    return [[story, evidence]];
  };
  const told = breaches.flatMap(({ stories }) => stories.slice(0, mostStories));
  return new Map(told.flatMap(entryOf));
};
