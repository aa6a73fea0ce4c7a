import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { createAccountBook } from '../run/account-book.ts';
import { createAnswerLog } from '../run/answer-log.ts';
import { isDoubtful, movedElsewhere, restsOnMoney } from '../run/doubts.ts';
import { playScenario } from '../run/play-scenario.ts';
import { createCauseBook, type RunContext } from '../run/run-context.ts';
import type { ReadCalls } from './written-calls.ts';

/** How often calls are played again before nobody is accused; what is a race does not show each time. */
const tries = { alone: 3, together: 8 } as const;

interface Confirmed {
  readonly findings: readonly Finding[];
  /** What was sent for it. */
  readonly exchanges: readonly ReportedExchange[];
  /** Why findings are left out. */
  readonly reason?: string;
}

/**
 * Findings that stand. One balance that differs may be somebody else's doing, the test's own perhaps:
 * the calls are played again with fresh ids, as a scenario that gives the money back, and what does
 * not come back accuses nobody.
 */
export const confirmCalls = async (
  context: RunContext,
  { step, scenario }: ReadCalls,
  findings: readonly Finding[],
): Promise<Confirmed> => {
  const doubt = findings.find((each) => each.weight === 'breach' && isDoubtful(each));
  const isProven = findings.some((each) => each.weight === 'breach' && !isDoubtful(each));
  if (doubt === undefined || isProven) return { findings, exchanges: [] };
  const exchanges: ReportedExchange[] = [];
  const most = tries[step.kind === 'together' ? 'together' : 'alone'];
  for (let count = 1; count <= most; count += 1) {
    const as = { position: `${step.place.line}c${count}`, isAgain: true };
    const again = await playScenario(onItsOwn(context), scenario, as);
    exchanges.push(...again.exchanges);
    const breaches = again.judgements.flatMap((each) => each.findings).filter(isBreach);
    if (breaches.length > 0) return { findings, exchanges };
    if (again.ending?.kind === 'inconclusive' || context.signal.aborted) break;
  }
  const kept = findings.filter((each) => !restsOnMoney(each));
  return { findings: kept, exchanges, reason: movedElsewhere(doubt).message };
};

const isBreach = ({ weight }: Finding): boolean => weight === 'breach';

/** Nothing of what is known of the accounts by now is touched. */
const onItsOwn = (context: RunContext): RunContext => ({
  ...context,
  book: createAccountBook(),
  answers: createAnswerLog(),
  causes: createCauseBook(),
});
