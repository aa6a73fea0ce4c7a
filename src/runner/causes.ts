import type { RequirementResult, RunCause } from '../formats/run.ts';
import type { MetCause, StakeLimit } from '../judges/case.ts';
import { type CauseCode, causeCodes, causes } from '../spec/cause.ts';
import { limitSentence } from './limits.ts';
import type { PlayedScenario } from './play-scenario.ts';

/** What stood in the way of calls, whatever scenario they belonged to: a limit of rate, a slow writer. */
export interface CauseBook {
  note(cause: MetCause): void;
  noted(): readonly MetCause[];
  /** The agent has been seen to refuse bets for their size. */
  findLimit(cause: MetCause): void;
  limit(): MetCause | undefined;
}

export const createCauseBook = (): CauseBook => {
  const noted: MetCause[] = [];
  let limit: MetCause | undefined;
  return {
    note: (cause) => {
      noted.push(cause);
    },
    noted: () => noted,
    findLimit: (cause) => {
      limit ??= cause;
    },
    limit: () => limit,
  };
};

/** So many exchanges show a cause; the rest is counted. */
const mostExchanges = 5;

/** A cause by all that met it. */
interface Merged extends RunCause {
  readonly limit?: StakeLimit | undefined;
  /** What scenarios give as their reason for it. */
  readonly reasons: ReadonlySet<string>;
}

/** Every cause once: those that ended a scenario, and those that were noted. */
export const causesOf = (
  played: readonly PlayedScenario[],
  noted: readonly MetCause[],
  requirements: readonly RequirementResult[],
): RunCause[] => {
  const ended = played.flatMap(({ ending }) => (ending?.kind === 'cause' ? [ending.cause] : []));
  const merged = new Map<string, Merged>();
  for (const cause of [...ended, ...noted]) {
    const key = JSON.stringify([cause.code, cause.alike ?? cause.message]);
    merged.set(key, mergedWith(merged.get(key), cause));
  }
  const told = [
    ...played.flatMap(({ judgements }) => judgements.map(({ requirement, ...each }) => [requirement, each] as const)),
    ...requirements.map((each) => [each.id, each] as const),
  ].map(([id, { reason = '' }]) => [id, reason] as const);
  const open = requirements.filter(isUnjudged).map(({ id }) => id);
  const rank = (code: CauseCode): number => causeCodes.indexOf(code);
  return [...merged.values()]
    .map(({ limit, reasons, ...cause }) => {
      const kept = new Set(told.flatMap(([id, reason]) => (reasons.has(reason) ? [id] : [])));
      return {
        ...cause,
        message: limit === undefined ? cause.message : limitSentence(limit, played),
        requirements: open.filter((id) => kept.has(id)),
      };
    })
    .sort((a, b) => rank(a.code) - rank(b.code));
};

const isUnjudged = ({ verdict }: RequirementResult): boolean =>
  verdict === 'blocked' || verdict === 'inconclusive' || verdict === 'skipped';

const mergedWith = (before: Merged | undefined, cause: MetCause): Merged => ({
  code: cause.code,
  message: before?.message ?? cause.message,
  count: (before?.count ?? 0) + 1,
  remedy: before?.remedy ?? cause.remedy ?? causes[cause.code].remedy,
  exchanges: [...(before?.exchanges ?? []), ...cause.exchanges].slice(0, mostExchanges),
  requirements: [],
  limit: before?.limit ?? cause.limit,
  reasons: new Set([...(before?.reasons ?? []), cause.message]),
});
