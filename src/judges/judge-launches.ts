import type { Finding } from '../spec/finding.ts';
import { findings } from '../spec/finding.ts';
import type { FindingRecord } from '../spec/finding-record.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { JudgedRequests } from './judge-requests.ts';
import { judgeRequests } from './judge-requests.ts';
import type { Judgement } from './judge-scenario.ts';
import { verdictOfFindings } from './judge-scenario.ts';
import type { LaunchRecord } from './launch-record.ts';
import { explainOperations } from './requests/explain-operations.ts';
import type { FaultSighting } from './requests/fault-sighting.ts';
import { judgeErrorStatus } from './requests/judge-error-status.ts';
import { judgeRepetition } from './requests/judge-repetition.ts';
import { isLinked } from './requests/link-requests.ts';
import { reasonNotShown } from './requests/reason-not-shown.ts';

export interface LaunchesToJudge {
  readonly launches: readonly LaunchRecord[];
  /** Those that the scenario lists. */
  readonly requirements: readonly Requirement[];
  /** The agent's API token. */
  readonly token: string;
  /** File of the scenario. */
  readonly scenario: string;
}

/** What the launches of a scenario say of the requirements on the agent's own requests (REQ). */
export const judgeLaunches = (order: LaunchesToJudge): Judgement[] => {
  const judged = judgeSound(order);
  return order.requirements.map((requirement) => {
    const view = viewOf(order, judged, requirement.id);
    const verdict = verdictOfFindings(requirement, view.findings);
    if (verdict !== undefined) {
      return { requirement: requirement.id, verdict, findings: view.findings };
    }
    if (view.isShown) return { requirement: requirement.id, verdict: 'passed', findings: [] };
    const reason = view.reason ?? reasonNotShown(order.launches, requirement.id);
    return {
      requirement: requirement.id,
      verdict: 'skipped',
      findings: [],
      reason: reason ?? `no request of the scenario showed ${requirement.id}`,
    };
  });
};

/** What is known of one requirement. */
interface View {
  readonly findings: readonly Finding[];
  readonly isShown: boolean;
  readonly reason?: string | undefined;
}

/** Judges what was answered rightly: a refusal on purpose says nothing of the request. */
const judgeSound = ({ launches, token, scenario }: LaunchesToJudge): JudgedRequests => {
  const launchOf = new Map(
    launches.flatMap((launch) => launch.operations.map(({ id }) => [id, launch] as const)),
  );
  const sound = launches.flatMap(({ fault, operations }) =>
    operations.filter(({ kind }) => fault === undefined || kind !== 'get_game_link'),
  );
  const judged = judgeRequests(explainOperations(sound, token), {
    tokenOf: () => token,
    isSameLaunch: (first, second) =>
      launchOf.get(first.exchangeId) === launchOf.get(second.exchangeId),
  });
  return {
    ...judged,
    findings: judged.findings.map((finding) => ({
      ...finding,
      scenario,
      ...lineOf(launchOf.get(finding.exchanges.at(-1) ?? '')),
    })),
  };
};

const lineOf = (launch: LaunchRecord | undefined): { readonly line?: number } =>
  launch === undefined ? {} : { line: launch.line };

const viewOf = (order: LaunchesToJudge, judged: JudgedRequests, requirement: string): View => {
  const found = judged.findings.filter((each) => each.requirement === requirement);
  const tally = judged.tallies.find((each) => each.requirement === requirement);
  const linked = order.launches.filter(isLinked).length;
  const isKept = (tally?.kept ?? 0) > 0;
  switch (requirement) {
    case 'REQ-06':
      return { findings: found, isShown: linked >= launchesForList };
    case 'REQ-07':
      return { findings: found, isShown: linked >= launchesForSessions };
    case 'REQ-08':
      return faultView(judgeErrorStatus(order.launches), requirement, order.scenario);
    case 'REQ-09': {
      const view = faultView(judgeRepetition(order.launches), requirement, order.scenario);
      return { ...view, findings: [...found, ...view.findings] };
    }
    default:
      return { findings: found, isShown: isKept };
  }
};

/** One list call for each of these would be one too many. */
const launchesForList = 5;
const launchesForSessions = 2;

const faultView = (
  sightings: readonly FaultSighting[],
  requirement: string,
  scenario: string,
): View => ({
  findings: sightings.flatMap((each) =>
    each.kind === 'broken' ? findingOf(each, requirement, scenario) : [],
  ),
  isShown: sightings.some(({ kind }) => kind === 'kept'),
  reason: sightings.find((each) => each.kind === 'not-shown')?.reason,
});

const findingOf = (
  { breach, launch, exchanges }: Extract<FaultSighting, { kind: 'broken' }>,
  requirement: string,
  scenario: string,
): Finding => {
  const { weight }: FindingRecord = findings[breach.code];
  const { before: _before, ...told } = breach;
  return { ...told, requirement, weight, scenario, line: launch.line, exchanges };
};
