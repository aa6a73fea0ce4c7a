import type { RunCause } from '../formats/run.ts';
import type { MetCause } from '../judges/case.ts';
import type { CauseCode } from '../spec/cause.ts';
import { causeCodes, causes } from '../spec/cause.ts';
import type { PlayedScenario } from './play-scenario.ts';

/** What stood in the way of calls, whatever scenario they belonged to: a limit of rate, a slow writer. */
export interface CauseBook {
  note(cause: MetCause): void;
  noted(): readonly MetCause[];
}

export const createCauseBook = (): CauseBook => {
  const noted: MetCause[] = [];
  return {
    note: (cause) => {
      noted.push(cause);
    },
    noted: () => noted,
  };
};

/** So many exchanges show a cause; the rest is counted. */
const mostExchanges = 5;

/** Every cause once: those that ended a scenario, and those that were noted. */
export const causesOf = (
  played: readonly PlayedScenario[],
  noted: readonly MetCause[],
): RunCause[] => {
  const merged = new Map<string, RunCause>();
  const add = (cause: MetCause, requirements: readonly string[]): void => {
    const key = JSON.stringify([cause.code, cause.message]);
    const before = merged.get(key);
    merged.set(key, {
      code: cause.code,
      message: cause.message,
      count: (before?.count ?? 0) + 1,
      remedy: before?.remedy ?? cause.remedy ?? causes[cause.code].remedy,
      exchanges: [...(before?.exchanges ?? []), ...cause.exchanges].slice(0, mostExchanges),
      requirements: [...new Set([...(before?.requirements ?? []), ...requirements])],
    });
  };
  for (const { ending, judgements } of played) {
    if (ending?.kind !== 'cause') continue;
    const unjudged = judgements.filter(({ findings }) => findings.length === 0);
    add(
      ending.cause,
      unjudged.map(({ requirement }) => requirement),
    );
  }
  for (const cause of noted) add(cause, []);
  const rank = (code: CauseCode): number => causeCodes.indexOf(code);
  return [...merged.values()].sort((a, b) => rank(a.code) - rank(b.code));
};
