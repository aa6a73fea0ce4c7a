import type { Exchange } from '../contract/exchange.ts';
import type { ScenarioResult } from '../contract/run.ts';
import type { Scenario } from '../contract/scenario.ts';
import type { Ending } from '../judges/case.ts';
import type { Judgement } from '../judges/judge-scenario.ts';
import { judgementsOf, verdictOfScenario } from '../judges/judge-scenario.ts';
import { accountsOf, missingFor } from './cast.ts';
import { openAccounts, settleBack } from './fund-accounts.ts';
import { openPlay } from './play.ts';
import { playSteps } from './play-steps.ts';
import type { RunContext } from './run-context.ts';

/** What came of one scenario. */
export interface Played {
  readonly scenario: Scenario;
  readonly result: ScenarioResult;
  readonly judgements: readonly Judgement[];
  readonly exchanges: readonly Exchange[];
  readonly ending?: Ending | undefined;
}

/** Plays one scenario: opens and funds its accounts, plays its steps, gives the money back. */
export const playScenario = async (
  context: RunContext,
  scenario: Scenario,
  position: number,
): Promise<Played> => {
  const { file, title, requirements } = scenario;
  const missing = missingFor(context.cast, scenario);
  if (missing !== undefined) {
    const result = {
      file,
      title,
      requirements,
      verdict: 'skipped',
      durationMs: 0,
      reason: missing,
    } as const;
    return { scenario, result, judgements: [], exchanges: [] };
  }
  const startedAt = context.clock.now();
  const play = openPlay(context, scenario, position);
  const opened = await openAccounts(play, accountsOf(context.cast, scenario));
  await playSteps(play, scenario.steps);
  const residue = await settleBack(play, opened);
  const judgements = judgementsOf(play.state, context.catalogue);
  const { ending } = play.state;
  return {
    scenario,
    result: {
      file,
      title,
      requirements,
      verdict: verdictOfScenario(judgements, play.state),
      durationMs: context.clock.now() - startedAt,
      ...(ending?.kind === 'inconclusive' ? { reason: ending.reason } : {}),
      ...(residue.length === 0 ? {} : { residue }),
    },
    judgements,
    exchanges: play.exchanges,
    ending,
  };
};
