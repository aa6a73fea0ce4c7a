import type { Ending } from '../judge/case.ts';
import type { Judgement } from '../judge/verdicts.ts';
import { type Verdict, worstVerdict } from '../spec/verdict.ts';

/** Of what an interrupt of the run has kept from being seen. */
export const notPlayed = 'not played: interrupted';

/** Whether a scenario whose steps an interrupt has ended was to show more. */
export const isCutShort = (ending: Ending | undefined, { aborted }: AbortSignal): boolean =>
  aborted && (ending === undefined || ending.kind === 'inconclusive');

/** What was found stays; of the rest neither a pass nor a doubt is the agent's. */
export const cutShort = (judgements: readonly Judgement[]): Judgement[] =>
  judgements.map((judgement) =>
    judgement.findings.length > 0 ? judgement : { ...judgement, verdict: 'skipped', reason: notPlayed },
  );

/** The verdict of a scenario whose judgements were cut short. */
export const verdictOfCut = (judgements: readonly Judgement[]): Verdict =>
  judgements.length === 0 ? 'skipped' : worstVerdict(judgements.map(({ verdict }) => verdict));
