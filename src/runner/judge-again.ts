import { withKnown } from '../judges/apply-baseline.ts';
import { summarise, verdictOfRun } from '../judges/judge-run.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { RequirementResult, Run } from '../spec/run.ts';
import type { Scenario } from '../spec/scenario.ts';
import type { Clock } from '../world/clock.ts';
import { createDice } from '../world/dice.ts';
import { createAccountBook } from './account-book.ts';
import { castOf } from './cast.ts';
import { kindsOfSteps } from './kinds-of-steps.ts';
import { recordedSend } from './recorded-send.ts';
import type { RunContext } from './run-context.ts';
import { runScenarios } from './run-scenarios.ts';

export interface Rejudging {
  /** The scenarios that the stored run played, from their stored text. */
  readonly scenarios: readonly Scenario[];
  readonly catalogue: readonly Requirement[];
}

/**
 * Judges a stored run again, offline: its scenarios are played against its own answers. What the
 * agent asked of the platform is taken over as it was judged.
 */
export const judgeAgain = async (stored: Run, rejudging: Rejudging): Promise<Run> => {
  const { setup } = stored;
  const run = await runScenarios(contextOf(stored, rejudging.catalogue), {
    scenarios: rejudging.scenarios,
    isPlayed: (scenario) => isRecorded(stored, scenario),
    selection: { only: setup.only, skip: setup.skip },
    policy: { strict: setup.strict },
    bail: false,
    seed: stored.seed,
    tool: stored.tool,
    // Where the probes named a dialect, the setup holds it and they are not asked again.
    dialect: stored.exchanges.some(({ scenario }) => scenario === 'dialect')
      ? 'by-probes'
      : undefined,
    tell: () => undefined,
  });
  return takeOver(stored, run);
};

/** A scenario whose callbacks the stored run has; launches are taken over. */
const isRecorded = ({ exchanges }: Run, { file, steps }: Scenario): boolean =>
  exchanges.some((each) => each.scenario === file) && !kindsOfSteps(steps).has('launch');

const contextOf = (stored: Run, catalogue: readonly Requirement[]): RunContext => {
  const { setup, seed, nonce } = stored;
  const { dialect } = setup;
  return {
    agent: { ...stored.agent, token: '', ...(dialect === undefined ? {} : { dialect }) },
    otherToken: '',
    cast: castOf(setup.players, nonce),
    gameId: setup.gameId,
    quirks: setup.quirks,
    hooks: setup.hooks.includes('restart') ? { restart: async () => undefined } : {},
    timeoutMs: setup.timeoutMs,
    maxStake: setup.maxStake,
    book: createAccountBook(),
    nonce,
    dice: createDice(`${seed}/${nonce}`),
    clock: timeOf(stored),
    send: recordedSend(stored),
    catalogue,
    signal: new AbortController().signal,
  };
};

/** The time of the stored run: nothing is waited for. */
const timeOf = ({ startedAt }: Run): Clock => ({
  now: () => Date.parse(startedAt),
  sleep: async () => undefined,
});

/** The new judgement with what only the run itself could tell. */
const takeOver = (stored: Run, run: Run): Run => {
  const judged = new Map(run.requirements.map((each) => [each.id, each]));
  const played = new Map(run.scenarios.map((each) => [each.file, each]));
  const requirements = stored.requirements.map((old) => {
    const now = judged.get(old.id);
    return now === undefined || now.verdict === 'skipped' ? old : now;
  });
  const added = run.requirements.filter(
    ({ id }) => !stored.requirements.some((old) => old.id === id),
  );
  const all = [...requirements, ...added].map((result) => keepKnown(stored, result));
  const partial = stored.partial === true;
  const staleEntries = stored.baseline?.stale.length ?? 0;
  const verdict = verdictOfRun(all, { strict: stored.setup.strict, staleEntries });
  return {
    ...stored,
    verdict: partial && verdict === 'conformant' ? 'inconclusive' : verdict,
    requirements: all,
    summary: summarise(all),
    scenarios: stored.scenarios.map((old) => {
      const now = played.get(old.file);
      return now === undefined ? old : { ...now, durationMs: old.durationMs };
    }),
  };
};

/** What the baseline of the stored run knew, it knows still. */
const keepKnown = (stored: Run, result: RequirementResult): RequirementResult => {
  const before = stored.requirements.find(({ id }) => id === result.id)?.findings ?? [];
  return withKnown(result, (finding) => before.find(({ code }) => code === finding.code)?.known);
};
