import type { RequirementResult } from '../formats/run.ts';
import type { Requirement, Source, SourceKind } from '../spec/requirement.ts';

/** Whether a requirement is judged where only what rests on that source is; all without one. */
export const restsOn = (source: Source, asked: SourceKind | undefined): boolean =>
  asked === undefined || source.kind === asked;

/** Why a requirement was left out; alike for all, so that reports tell it once. */
const leftOutReasons: Readonly<Record<SourceKind, string>> = {
  specification: 'not judged: --source specification, and no sentence of it says this (soundness)',
  soundness: 'not judged: --source soundness, and this is written in the specification',
};

/** The requirements that rest on another source than the one asked for, with the reason. */
export const leftOut = (
  catalogue: readonly Requirement[],
  asked: SourceKind | undefined,
): ReadonlyMap<string, string> =>
  new Map(
    asked === undefined
      ? []
      : catalogue.filter(({ source }) => source.kind !== asked).map(({ id }) => [id, leftOutReasons[asked]] as const),
  );

/** The results, with those that are left out skipped: nothing that was seen of them is told. */
export const leaveOut = (
  results: readonly RequirementResult[],
  reasons: ReadonlyMap<string, string>,
): RequirementResult[] =>
  results.map((result) => {
    const reason = reasons.get(result.id);
    if (reason === undefined) return result;
    const { known: _, ...rest } = result;
    return { ...rest, verdict: 'skipped', findings: [], reason };
  });
