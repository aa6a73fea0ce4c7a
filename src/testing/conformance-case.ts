import { tool } from '../formats/package-files.ts';
import type { Run } from '../formats/run.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { createAccountBook } from '../run/account-book.ts';
import { createAnswerLog } from '../run/answer-log.ts';
import { learning, type Prepared, prepareRun } from '../run/prepare-run.ts';
import { createCauseBook, type RunOrder } from '../run/run-context.ts';
import { runPrepared } from '../run/run-scenarios.ts';
import type { Selection } from '../run/select.ts';
import { failsRun } from '../spec/verdict.ts';
import { ConformanceError } from './conformance-error.ts';
import { explainRun } from './explain-findings.ts';
import type { OpenAgent } from './open-agent.ts';
import type { PlatformHooks, ReadOptions } from './platform-options.ts';
import { demandOpen } from './wrong-use.ts';

/** A scenario to be played against the agent of a platform. */
export interface CaseOrder {
  readonly scenario: Scenario;
  readonly selection: Selection;
  /** A `should` fails as well. */
  readonly strict: boolean;
  /** Before those of the platform. */
  readonly hooks: PlatformHooks;
}

/** What came of a case that did not fail. `skipped`: nothing, or not all of it, could be judged. */
export type CaseOutcome = { readonly kind: 'passed' } | { readonly kind: 'skipped'; readonly reason: string };

/** Plays cases on a platform; rejects with a ConformanceError where one fails. */
export type PlayCase = (order: CaseOrder) => Promise<CaseOutcome>;

/** How a case finds the player in a platform, whichever copy of the library made that. */
export const playCaseKey = Symbol.for('walletproof.playCase');

export const createPlayCase = (options: ReadOptions, agent: OpenAgent): PlayCase => {
  let prepared: Promise<Prepared> | undefined;
  let count = 0;
  return async (order) => {
    demandOpen(agent.isClosed());
    return await agent.desk.inTurn(async () => {
      const resumptions = agent.server.context.connections.open().map(({ judge }) => judge.standAside());
      try {
        count += 1;
        const context = agent.contextWith(order.hooks);
        const run = orderOf(options, order);
        prepared ??= prepareRun(context, run);
        const before = await prepared;
        // An agent that is not there yet may be there for the next case.
        if (before.root !== undefined) prepared = undefined;
        const own = { ...freshBooks(), hooks: context.hooks, nonce: `${context.nonce}k${count}` };
        const played = await runPrepared(
          { ...before, context: { ...before.context, ...own }, findings: [], exchanges: [] },
          run,
          { startedAt: context.clock.now(), players: context.players.known },
        );
        return outcomeOf(played, order.strict, agent.shownUrl);
      } finally {
        for (const resume of resumptions) resume();
      }
    });
  };
};

/** What sessions of the test moved meanwhile is no drift. */
const freshBooks = () => ({
  book: createAccountBook(),
  answers: createAnswerLog(),
  causes: createCauseBook(),
});

const orderOf = ({ settings }: ReadOptions, { scenario, selection, strict }: CaseOrder): RunOrder => ({
  scenarios: [scenario],
  selection,
  policy: { strict },
  bail: false,
  ...learning,
  seed: settings.seed,
  tool: tool(),
  tell: () => undefined,
});

const outcomeOf = (run: Run, isStrict: boolean, url: string | undefined): CaseOutcome => {
  const failed = run.requirements.filter((result) => failsRun(result, isStrict));
  if (failed.length > 0) {
    throw new ConformanceError(
      explainRun({ ...run, requirements: failed }, url),
      failed.flatMap(({ findings }) => findings),
    );
  }
  if (run.root !== undefined) {
    throw new ConformanceError(`Nothing could be judged. ${run.root.reason}\n${run.root.remedy}`);
  }
  const [scenario] = run.scenarios;
  if (scenario === undefined) return { kind: 'skipped', reason: 'It was not played.' };
  const { verdict, reason = `It is ${verdict}.` } = scenario;
  const isJudged = verdict === 'passed' || verdict === 'observed' || verdict === 'warned';
  return isJudged ? { kind: 'passed' } : { kind: 'skipped', reason };
};
