import { visibleLine } from '../base/visible-text.ts';
import type { OperationName } from '../spec/operation.ts';
import { type Quirks, quirks } from '../spec/quirks.ts';
import { arrange } from './arrange.ts';
import { compareAnswers } from './compare-answers.ts';
import type { AgentOf, CompareOptions, Counts } from './comparison.ts';
import { type Difference, type DifferenceBook, keyOf, type ProposedSetting } from './difference.ts';
import { type FoundName, findNames } from './find-names.ts';
import { type Double, openDouble } from './open-double.ts';
import { type OperationPair, operationPairOf } from './operation-pair.ts';
import { type Prepared, prepareRequest } from './prepare-request.ts';
import type { Recorded } from './recorded.ts';
import { createTokenWatch, type TokenWatch } from './watch-tokens.ts';

interface Operation {
  readonly name: string;
  readonly known?: OperationName;
}

/** Compares the recorded requests of agents, one after the other. */
export interface OperationComparer {
  hear(recorded: Recorded, operation: Operation): Promise<void>;
  /** What all of them show together. */
  conclude(): void;
  counts(): Omit<Counts, 'callbacks' | 'others'>;
  remarks(): string[];
  close(): Promise<void>;
}

interface Parts extends CompareOptions {
  readonly book: DifferenceBook;
  readonly agentOf: AgentOf;
}

export const createOperationComparer = (parts: Parts): OperationComparer => {
  const { book, quirks } = parts;
  const counts = { requests: 0, unanswered: 0, failedThere: 0, withoutBody: 0 };
  const tokens = createTokenWatch(quirks.accept);
  const doubles = createDoubles(parts);
  const compare = createCompare(parts, tokens, doubles);
  return {
    hear: async (recorded, operation) => {
      const pair = operationPairOf(recorded, operation);
      if (pair === undefined) counts.unanswered += 1;
      else if (pair.answer.status >= 500) counts.failedThere += 1;
      else {
        counts.requests += 1;
        if (pair.answer.body === undefined) counts.withoutBody += 1;
        tokens.hear(pair, await compare(pair));
      }
    },
    conclude: () => {
      for (const { difference, place } of tokens.conclude()) book.add(difference, place);
    },
    counts: () => counts,
    remarks: () => tokens.remarks(),
    close: doubles.close,
  };
};

/** Compares one pair after the other, each by the names that the earlier ones have shown. */
const createCompare = ({ book, quirks, agentOf }: Parts, tokens: TokenWatch, doubles: Doubles) => {
  let names = quirks.freespinsFields;
  const compareUnder = async (pair: OperationPair, setting: Partial<Quirks>) =>
    await compareOn(await doubles.of({ freespinsFields: names, ...setting }), pair, {
      agentOf,
      tokens,
    });
  return async (pair: OperationPair): Promise<Prepared> => {
    for (const found of findNames(pair, names)) {
      book.add(nameDifference(pair.name, found), pair.recorded.place);
      names = { ...names, [found.key]: found.theirs };
    }
    const { differences, prepared } = await compareUnder(pair, {});
    const isNew = differences.some((each) => each.level === undefined && !book.has(each));
    const tried = async (setting: Partial<Quirks>) => (await compareUnder(pair, setting)).differences;
    const told = isNew ? await trySettings(differences, quirks, tried) : differences;
    for (const each of told) book.add(each, pair.recorded.place);
    return prepared;
  };
};

const nameDifference = (of: string, { part, ours, theirs, key }: FoundName): Difference => ({
  ...{ of, part, kind: 'name', field: part === 'request' ? ours : `content.${ours}` },
  ...{ recorded: visibleLine(theirs, 60), here: ours },
  setting: { kind: 'quirk', name: 'freespinsFields', value: { [key]: theirs } },
});

const compareOn = async (double: Double, pair: OperationPair, { agentOf, tokens }: Signers) => {
  const agent = agentOf(pair.agentId ?? 0);
  if (pair.agentId !== undefined) arrange(double, pair, agent);
  const signer = { token: agent.token, isTokenKnown: tokens.isKnown(pair.agentId) };
  const prepared = prepareRequest(pair, signer, Date.now());
  const ours = await double.send(prepared.sending);
  const found = compareAnswers(pair, ours, double.quirks.freespinsFields);
  const differences = found.map((each): Difference => ({ of: pair.name, part: 'answer', ...each }));
  return { differences, prepared };
};

type Doubles = ReturnType<typeof createDoubles>;

interface Signers {
  readonly agentOf: AgentOf;
  readonly tokens: TokenWatch;
}

/** Our platform under each setting that was asked for. */
const createDoubles = ({ games, quirks, onError }: CompareOptions) => {
  const opened = new Map<string, Promise<Double>>();
  return {
    of: async (setting: Partial<Quirks>): Promise<Double> => {
      const key = JSON.stringify(setting);
      const known = opened.get(key);
      if (known !== undefined) return await known;
      const opening = openDouble({ games, quirks: { ...quirks, ...setting }, onError });
      opened.set(key, opening);
      return await opening;
    },
    close: async (): Promise<void> => {
      for (const double of opened.values()) await (await double).close();
    },
  };
};

/** The settings that decide how a request is answered, and are words. */
const tried = [
  'checkOrder',
  'futureTimestamp',
  'validationDetails',
  'listFilters',
  'bodyLimitStatus',
] as const satisfies readonly (keyof Quirks)[];

/**
 * The differences, those with a setting that a platform under this setting does not show: each value is
 * tried, none is guessed. `compareUnder`: what is unlike when the same request is answered under it.
 */
const trySettings = async (
  differences: readonly Difference[],
  now: Quirks,
  compareUnder: (setting: Partial<Quirks>) => Promise<readonly Difference[]>,
): Promise<readonly Difference[]> => {
  let told = differences;
  for (const name of tried) {
    for (const value of quirks[name].values.filter((each) => each !== now[name])) {
      if (told.every(({ setting, level }) => setting !== undefined || level === 'note')) return told;
      const left = await compareUnder({ [name]: value });
      // One that makes another difference is no remedy.
      if (left.length >= differences.length) continue;
      const keys = new Set(left.map(keyOf));
      const setting: ProposedSetting = { kind: 'quirk', name, value };
      told = told.map((each) => (each.setting === undefined && !keys.has(keyOf(each)) ? { ...each, setting } : each));
    }
  }
  return told;
};
