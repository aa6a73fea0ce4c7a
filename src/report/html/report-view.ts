import type { ReportedExchange, Run, ScenarioResult } from '../../spec/run.ts';
import type { Evidence } from './evidence.ts';
import { collectEvidence } from './evidence.ts';
import type { Breach, Story } from './stories.ts';
import { breachesOf } from './stories.ts';

/** The string that the signature of an exchange covers; undefined where that is not known. */
export type CanonicalOf = (exchange: ReportedExchange) => string | undefined;

export interface ReportViewOptions {
  /** The command that makes such a run again, as arguments. */
  readonly rerun?: readonly string[];
  readonly canonicalOf?: CanonicalOf;
}

/** A run as the report tells it: everything is chosen, nothing is rendered. */
export interface ReportView {
  readonly run: Run;
  readonly breaches: readonly Breach[];
  /** The stories that are told with their calls. */
  readonly evidence: ReadonlyMap<Story, Evidence>;
  /** Ids of the exchanges that the report gives in full. */
  readonly inFull: ReadonlySet<string>;
  readonly scenarios: ReadonlyMap<string, ScenarioResult>;
  readonly rerun: readonly string[];
  readonly canonicalOf: CanonicalOf;
}

/** Chooses what the report of a run tells. */
export const createReportView = (run: Run, options: ReportViewOptions = {}): ReportView => {
  const breaches = breachesOf(run);
  const evidence = collectEvidence(run, breaches);
  const { rerun = ['walletproof', 'test', run.agent.callbackUrl], canonicalOf = () => undefined } =
    options;
  return {
    run,
    breaches,
    evidence,
    inFull: new Set([...evidence.values()].flatMap(({ inFull }) => [...inFull])),
    scenarios: new Map(run.scenarios.map((scenario) => [scenario.file, scenario])),
    rerun,
    canonicalOf,
  };
};
