import { groupBy } from '../base/group-by.ts';
import { shorten } from '../base/text-table.ts';
import type { RequirementResult, Run } from '../formats/run.ts';
import type { CauseCode } from '../spec/cause.ts';
import { notShown } from '../spec/verdict.ts';
import { causesOf, type RunCause } from './run-causes.ts';

/** Requirements without a verdict, for one reason. */
export interface Unjudged {
  readonly verdict: 'inconclusive' | 'blocked' | 'skipped';
  readonly ids: readonly string[];
  readonly reason: string;
  /** The reason as the line with the verdict has it: `blocked by RB-02`, `needs 3 players, 2 are there`. */
  readonly short: string;
  /** Where a cause that was met kept them from being judged. */
  readonly cause?: { readonly code: CauseCode; readonly count: number; readonly remedy: string };
}

/** What has no verdict, and why, each reason once; requirements that one cause blocks are together, whichever of its requirements is named. */
export const unjudgedOf = (run: Run, causes: readonly RunCause[] = causesOf(run)): Unjudged[] => {
  // What the scenarios are not about was not to be judged.
  const open = run.requirements.filter(
    ({ verdict, reason }) => reason !== notShown && verdicts.some((each) => each === verdict),
  );
  if (open.length === 0) return [];
  const leads = leadsOf(causes);
  const met = new Map(run.causes.map((cause) => [cause.message, cause]));
  const toldReason = ({ reason = 'no reason was recorded', blockedBy }: RequirementResult): string =>
    blockedBy === undefined ? reason : `blocked by ${leads.get(blockedBy) ?? blockedBy}`;
  return verdicts.flatMap((verdict) => {
    const groups = groupBy(
      open.filter((each) => each.verdict === verdict),
      toldReason,
    );
    return [...groups].map(([reason, members]) => {
      const cause = met.get(reason);
      return {
        ...{ verdict, reason, ids: members.map(({ id }) => id), short: shortOf(reason) },
        ...(cause && { cause: { code: cause.code, count: cause.count, remedy: cause.remedy } }),
      };
    });
  });
};

const verdicts = ['inconclusive', 'blocked', 'skipped'] as const;

/** By each broken requirement: the one that its cause is told under. */
const leadsOf = (causes: readonly RunCause[]): ReadonlyMap<string, string> =>
  new Map(
    causes.toReversed().flatMap(({ told, also }) => {
      const [lead] = told.requirements;
      return [told, ...also].flatMap(({ requirements }) => requirements.map(({ id }) => [id, lead?.id ?? id] as const));
    }),
  );

/** Up to its first colon: what comes after it is the remedy. */
const shortOf = (reason: string): string => {
  const [head = ''] = reason.replace(/^not (?:judged|run): /, '').split(': ');
  return shorten(head.replace(/\.$/, ''), 70);
};
