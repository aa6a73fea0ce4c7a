import type { Finding } from './finding.ts';
import type { Run, ScenarioResult } from './run.ts';

/** What a run tells while it goes on. */
export type RunEvent =
  | {
      readonly kind: 'run-started';
      readonly seed: number;
      readonly nonce: string;
      readonly agent: { readonly id: number; readonly callbackUrl: string };
      readonly scenarioCount: number;
    }
  | { readonly kind: 'scenario-started'; readonly file: string; readonly title: string }
  | {
      readonly kind: 'scenario-finished';
      readonly result: ScenarioResult;
      readonly findings: readonly Finding[];
    }
  | { readonly kind: 'run-finished'; readonly run: Run };

export type TellRunEvent = (event: RunEvent) => void;
