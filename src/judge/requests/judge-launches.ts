import type { Finding } from '../../formats/judgement.ts';
import { diagnoseSignature } from '../../signing/doctor/explain-signature.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { PlatformFault } from '../../spec/fault.ts';
import { type FindingRecord, findings } from '../../spec/finding.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { type Judgement, verdictOfFindings } from '../verdicts.ts';
import { type JudgedRequests, judgeRequests } from './judge-requests.ts';
import type { RequestBreach } from './watches.ts';

interface LaunchesToJudge {
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
  readonly reason?: string;
}

/** Judges what was answered rightly: a refusal on purpose says nothing of the request, nor of its time. */
const judgeSound = ({ launches, token, scenario }: LaunchesToJudge): JudgedRequests => {
  const launchOf = new Map(launches.flatMap((launch) => launch.operations.map(({ id }) => [id, launch] as const)));
  const sound = launches.flatMap(({ fault, operations }) =>
    operations.filter(({ kind }) => fault === undefined || kind !== 'get_game_link'),
  );
  const judged = judgeRequests(explainOperations(sound, token), {
    tokenOf: () => token,
    isSameLaunch: (first, second) => launchOf.get(first.exchangeId) === launchOf.get(second.exchangeId),
  });
  const isOurTime = ({ requirement, exchanges }: Finding): boolean =>
    requirement === 'REQ-03' && launchOf.get(exchanges.at(-1) ?? '')?.isTimeMoved === true;
  return {
    ...judged,
    findings: judged.findings
      .filter((each) => !isOurTime(each))
      .map((finding) => ({
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

const faultView = (sightings: readonly FaultSighting[], requirement: string, scenario: string): View => ({
  findings: sightings.flatMap((each) => (each.kind === 'broken' ? findingOf(each, requirement, scenario) : [])),
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

/** Why launches show nothing of a requirement, and what to do about it. */
const reasonNotShown = (launches: readonly LaunchRecord[], requirement: string): string | undefined => {
  const [first] = launches;
  if (first === undefined) return 'the scenario makes the agent launch no game';
  const operations = launches.flatMap((launch) => launch.operations);
  if (operations.length === 0) return askedNothing(first);
  const refused = operations.find(isRefused);
  if (!launches.some(isLinked) && refused !== undefined) return wasRefused(refused);
  return own[requirement];
};

/** What is missing where everything else went well. */
const own: Readonly<Record<string, string>> = {
  'REQ-02':
    'no value with surrounding spaces was received: let the agent pass {player_username} of hooks.launch on unchanged',
  'REQ-06': 'fewer than 5 launches were answered with a link',
  'REQ-07': 'fewer than 2 launches were answered with a link',
};

const askedNothing = ({ answer, platformUrl }: LaunchRecord): string => {
  if (answer.kind === 'failed') return `hooks.launch was not answered: ${answer.message}`;
  return `the agent sent no request to the platform at ${platformUrl} (it answered the launch with HTTP ${answer.status}): make that URL its base URL, or change --port`;
};

const isRefused = ({ refusal }: Exchange): boolean => refusal !== undefined;

const wasRefused = ({ kind, refusal }: Exchange): string =>
  `no launch was answered with a link: ${kind} was refused with ${refusal}`;

/** An agent that signs wrongly does so each time: the first few tell it all. */
const most = 3;

/** Operations as they came, the first of those that were signed wrongly with the mistake. */
const explainOperations = (operations: readonly Exchange[], token: string): Exchange[] => {
  const refused = operations.filter(
    ({ refusal, explanation }) => refusal === 'invalid_signature' && explanation === undefined,
  );
  const chosen = new Set(refused.slice(0, most));
  return operations.map((each) => (chosen.has(each) ? explained(each, token) : each));
};

const explained = (exchange: Exchange, token: string): Exchange => {
  const { body, headers } = exchange.request;
  const header = headers['x-signature'] ?? '';
  return { ...exchange, explanation: diagnoseSignature({ body, header, token }) };
};

/**
 * Section 4, REQ-08: any status but 200 is an error. The platform answered an error with a link in
 * it: the agent must not pass that link on. What its answer looks like when all is well tells
 * whether a link would be seen.
 */
const judgeErrorStatus = (launches: readonly LaunchRecord[]): FaultSighting[] => {
  const isVisible = launches.some(
    (launch) => launch.fault === undefined && linkRequests(launch).some((given) => showsLink(launch, given)),
  );
  return launches
    .filter(({ fault }) => fault === 'error-like-success')
    .flatMap((launch) => judgeLaunch(launch, isVisible) ?? []);
};

const judgeLaunch = (launch: LaunchRecord, isVisible: boolean): FaultSighting | undefined => {
  const { answer } = launch;
  const failed = linkRequests(launch).filter(
    (given) => given.answer.kind === 'answered' && given.answer.status >= firstError && linkKeyOf(given) !== undefined,
  );
  if (failed.length === 0) return undefined;
  const exchanges = failed.map(({ id }) => id);
  if (answer.kind === 'failed') {
    const reason = `the agent did not answer the launch after an error of the platform: ${answer.message}`;
    return { kind: 'not-shown', reason };
  }
  if (answer.status >= firstError) return { kind: 'kept' };
  if (failed.some((given) => showsLink(launch, given))) {
    return {
      kind: 'broken',
      launch,
      exchanges,
      breach: {
        code: 'error-taken-for-success',
        message: `The platform answered get_game_link with HTTP 500, and the agent passed its link on with HTTP ${answer.status}.`,
        expected: 'an error, whatever the body says',
        actual: `HTTP ${answer.status} with the link from the error`,
      },
    };
  }
  return isVisible ? { kind: 'kept' } : { kind: 'not-shown', reason: invisible };
};

const firstError = 400;

const invisible =
  'the answer to hooks.launch shows no link even on success: make it answer with the link, or with a redirect to it';

/** One more try is no storm; more than this many within the time are. */
const mostRetries = 3;

const withinMs = 2_000;

/** Section 7, REQ-09: a launch that was refused for what it is, is not asked for again and again. */
const judgeRepetition = (launches: readonly LaunchRecord[]): FaultSighting[] =>
  launches
    .filter(({ fault }) => fault !== undefined && fault !== 'error-like-success')
    .flatMap((launch) => {
      const refused = linkRequests(launch).filter(
        ({ refusal }) => refusal !== undefined && !(launch.isTimeMoved === true && refusal === 'request_expired'),
      );
      return samePlayer(refused).map((asked) => judgeAsked(launch, asked));
    });

/** Requests for one player: those for others are no repetition. */
const samePlayer = (requests: readonly Exchange[]): Exchange[][] =>
  [...new Set(requests.map(({ subject }) => subject.playerId))].map((playerId) =>
    requests.filter(({ subject }) => subject.playerId === playerId),
  );

const judgeAsked = (launch: LaunchRecord, asked: readonly Exchange[]): FaultSighting => {
  const start = asked[0]?.startedAt ?? 0;
  const further = asked.slice(1).filter(({ startedAt }) => startedAt - start <= withinMs);
  if (further.length <= mostRetries) return { kind: 'kept' };
  const times = `${further.length} times within ${withinMs / 1000} s`;
  return {
    kind: 'broken',
    launch,
    exchanges: asked.slice(0, mostRetries + 2).map(({ id }) => id),
    breach: {
      code: 'refusal-repeated',
      message: `get_game_link was refused with ${asked[0]?.refusal}, and sent again ${times}.`,
      expected: `at most ${mostRetries} further tries`,
      actual: `${further.length} further tries`,
    },
  };
};

/** What a launch with a fault says of a requirement. */
type FaultSighting =
  | { readonly kind: 'kept' }
  | { readonly kind: 'not-shown'; readonly reason: string }
  | {
      readonly kind: 'broken';
      readonly launch: LaunchRecord;
      readonly breach: RequestBreach;
      /** Ids of the exchanges that show it. */
      readonly exchanges: readonly string[];
    };

/** One launch that the agent was made to ask for, and what it asked of the platform meanwhile. */
export interface LaunchRecord {
  /** Line of the step. */
  readonly line: number;
  /** How the platform answered get_game_link instead of rightly. */
  readonly fault?: PlatformFault;
  /** The username that the launch named. */
  readonly username: string;
  /** Where the platform was: the base URL that the agent should have. */
  readonly platformUrl: string;
  /** Every operation that arrived from the start of the launch to its end, oldest first. */
  readonly operations: readonly Exchange[];
  /** What the agent answered to the hook. */
  readonly answer: LaunchAnswer;
  /**
   * By now the agent has been answered by a clock that was moved: it may have been refused for that, and
   * may have set its own time by it.
   */
  readonly isTimeMoved?: true;
}

export type LaunchAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: string;
      /** Where a redirect leads. */
      readonly location?: string;
    }
  | { readonly kind: 'failed'; readonly message: string };

/** The requests for a link that were signed right: those that a fault of the platform meets. */
const linkRequests = ({ operations }: LaunchRecord): Exchange[] =>
  operations.filter(({ kind, dialect }) => kind === 'get_game_link' && dialect !== undefined);

/** Whether the launch was answered with a link. */
export const isLinked = (launch: LaunchRecord): boolean =>
  linkRequests(launch).some(({ answer }) => answer.kind === 'answered' && answer.status === 200);

/** Whether the agent's answer to the hook shows the link that the platform gave with this answer. */
const showsLink = ({ answer }: Pick<LaunchRecord, 'answer'>, given: Exchange): boolean => {
  const key = linkKeyOf(given);
  if (key === undefined || answer.kind === 'failed') return false;
  return `${answer.location ?? ''} ${answer.body}`.includes(key);
};

/** The secret end of a launch link: found again however the agent writes the URL. */
const linkKeyOf = ({ answer }: Exchange): string | undefined => {
  if (answer.kind === 'failed') return undefined;
  try {
    const { content } = JSON.parse(Buffer.from(answer.body).toString()) as Envelope;
    const key = String(content?.url ?? '')
      .split('/')
      .at(-1);
    return key === '' ? undefined : key;
  } catch {
    return undefined;
  }
};

interface Envelope {
  readonly content?: { readonly url?: unknown };
}
