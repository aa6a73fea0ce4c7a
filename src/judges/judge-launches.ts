import type { Requirement } from '../contract/requirement.ts';
import type { Judgement } from './judge-scenario.ts';
import type { LaunchRecord } from './launch-record.ts';

/** What the launches of a scenario say of the requirements on the agent's own requests (REQ). */
export const judgeLaunches = (
  _launches: readonly LaunchRecord[],
  requirements: readonly Requirement[],
): Judgement[] =>
  requirements.map(({ id }) => ({ requirement: id, verdict: 'skipped', findings: [] }));
