import type { ExchangeJudgement, Finding } from '../../formats/judgement.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type FindingRecord, findings } from '../../spec/finding.ts';
import { readHomeUrl } from '../../spec/home-url.ts';
import type { CallVerdict } from '../../spec/verdict.ts';
import {
  hearOperation,
  type IsSameLaunch,
  isRetry,
  messageOf,
  type RequestBreach,
  type RequestWatch,
  type TokenOf,
  watchClock,
  watchFields,
  watchForm,
  watchList,
  watchSessions,
  watchSignatures,
  watchStorms,
  watchTrimming,
} from './watches.ts';

export interface JudgedRequests {
  readonly findings: readonly Finding[];
  readonly tallies: readonly RequestTally[];
}

/** What operations, in the order of their arrival, say of the requirements on requests (REQ). */
export const judgeRequests = (exchanges: readonly Exchange[], options: RequestJudgeOptions): JudgedRequests => {
  const judge = createRequestJudge(options);
  const findings = exchanges.flatMap((exchange) => judge.hear(exchange));
  return { findings, tallies: judge.tallies() };
};

interface RequestJudgeOptions {
  readonly tokenOf: TokenOf;
  /** What counts as one launch; a retry within seconds when absent. */
  readonly isSameLaunch?: IsSameLaunch;
}

/** How often operations kept a requirement so far, came near to breaking it, and broke it. */
export interface RequestTally {
  readonly requirement: string;
  readonly kept: number;
  readonly risky: number;
  readonly broken: number;
}

/** Judges what the agent asks of the platform, one operation after another. */
interface RequestJudge {
  /** What this operation breaks. Anything but an operation breaks nothing. */
  hear(exchange: Exchange): readonly Finding[];
  tallies(): RequestTally[];
}

/** A judge whose memory does not grow with the traffic. */
export const createRequestJudge = ({ tokenOf, isSameLaunch = isRetry }: RequestJudgeOptions): RequestJudge => {
  const counters = [
    watchSignatures(tokenOf),
    watchTrimming(tokenOf),
    watchClock(),
    watchFields(),
    watchForm(),
    watchList(),
    watchSessions(isSameLaunch),
    watchStorms(),
  ].map(createCounter);
  return {
    hear: (exchange) => {
      if (!isJudged(exchange)) return none;
      const heard = hearOperation(exchange);
      let found: Finding[] | undefined;
      for (const counter of counters) {
        const breach = counter.see(heard);
        if (breach === undefined) continue;
        found ??= [];
        found.push(findingOf(breach, counter.requirement, exchange));
      }
      return found ?? none;
    },
    tallies: () => counters.map((counter) => counter.tally()),
  };
};

const none: readonly Finding[] = [];

/** An operation of the contract that was answered, and not by a failure of ours or by a fault. */
const isJudged = ({ direction, kind, answer, refusal, fault }: Exchange): boolean =>
  (fault === undefined || fault === 'delayed') &&
  direction === 'operation' &&
  kind !== 'other' &&
  answer.kind === 'answered' &&
  refusal !== 'internal_error';

/** A watch, and how often it saw what. */
const createCounter = ({ requirement, see }: RequestWatch) => {
  let kept = 0;
  let risky = 0;
  let broken = 0;
  return {
    requirement,
    see: (heard: Parameters<typeof see>[0]): RequestBreach | undefined => {
      const sighting = see(heard);
      if (sighting === 'silent') return undefined;
      if (sighting === 'kept') {
        kept += 1;
        return undefined;
      }
      if (findings[sighting.code].weight === 'risk') risky += 1;
      else broken += 1;
      return sighting;
    },
    tally: (): RequestTally => ({ requirement, kept, risky, broken }),
  };
};

const findingOf = ({ before = [], ...told }: RequestBreach, requirement: string, exchange: Exchange): Finding => {
  const { weight }: FindingRecord = findings[told.code];
  return { ...told, requirement, weight, scenario: '', exchanges: [...before, exchange.id] };
};

/** Judges the operations of agents while the platform serves. */
interface OperationJudge {
  /** Undefined for anything but an operation, and where it came too fast to be judged. */
  judge(exchange: Exchange): ExchangeJudgement | undefined;
  /** What was judged, and how many operations came too fast to be. */
  outcome(): JudgedOperations;
}

export interface JudgedOperations {
  readonly tallies: readonly RequestTally[];
  readonly unjudged: number;
}

/**
 * No more than this many are judged in so many milliseconds: far above what an agent under
 * development asks, and little enough that a load test does not feel it.
 */
const budget = { operations: 200, milliseconds: 200 } as const;

export const createOperationJudge = (tokenOf: TokenOf): OperationJudge => {
  const requests = createRequestJudge({ tokenOf });
  const isAffordable = createBudget();
  // Anybody can send what is no operation: it takes nothing from what the agent sends.
  const isStrayAffordable = createBudget();
  let unjudged = 0;
  return {
    judge: (exchange) => {
      const { direction, kind, startedAt } = exchange;
      if (direction !== 'operation') return undefined;
      if (kind === 'other') {
        return isStrayAffordable(startedAt) ? judgementOfOperation(exchange, none) : undefined;
      }
      if (isAffordable(startedAt)) return judgementOfOperation(exchange, requests.hear(exchange));
      unjudged += 1;
      return undefined;
    },
    outcome: () => ({ tallies: requests.tallies(), unjudged }),
  };
};

const createBudget = (): ((now: number) => boolean) => {
  let since = 0;
  let left = 0;
  return (now) => {
    // The clock may be moved, either way.
    if (Math.abs(now - since) >= budget.milliseconds) {
      since = now;
      left = budget.operations;
    }
    left -= 1;
    return left >= 0;
  };
};

/** What is said of a request of the agent, by what it breaks; and what became of its home_url. */
export const judgementOfOperation = (exchange: Exchange, findings: readonly Finding[]): ExchangeJudgement => {
  const sentence = findings.map(({ message }) => message).join(' ') || sentenceOf(exchange);
  const remark = remarkHome(exchange);
  return {
    exchangeId: exchange.id,
    verdict: verdictOf(exchange, findings),
    sentence: remark === undefined ? sentence : `${sentence} ${remark}`,
    findings,
  };
};

const verdictOf = ({ kind }: Exchange, findings: readonly Finding[]): CallVerdict => {
  if (findings.some(({ weight }) => weight === 'breach')) return 'wrong';
  if (findings.some(({ weight }) => weight === 'risk')) return 'risky';
  return kind === 'other' ? 'unjudged' : 'right';
};

const sentenceOf = (exchange: Exchange): string => {
  const { kind, dialect, refusal, explanation, fault } = exchange;
  if (fault !== undefined) return `The request is right; it was answered with the fault ${fault}.`;
  if (kind === 'other') return `This is no operation of the specification. ${messageOf(exchange)}`.trim();
  if (explanation !== undefined) return `${explanation.sentence} ${explanation.remedy}`;
  if (refusal !== undefined) return `Refused with ${refusal}; the request breaks no requirement.`;
  return `The request breaks no requirement${dialect === undefined ? '' : `; signed in the dialect ${dialect}`}.`;
};

/**
 * What became of the home_url of a launch that was answered with a link, where the game does not lead
 * there. It breaks nothing: section 4 says what home_url is for and not what may stand in it.
 */
export const remarkHome = (exchange: Exchange): string | undefined => {
  const { kind, refusal, fault } = exchange;
  if (!launches.has(kind) || refusal !== undefined || fault !== undefined) return undefined;
  const { home_url: homeUrl } = hearOperation(exchange).fields as { home_url?: unknown };
  if (typeof homeUrl !== 'string') return undefined;
  if (last?.homeUrl !== homeUrl) last = { homeUrl, remark: remarkOn(homeUrl) };
  return last.remark;
};

/** A casino sends the same one with nearly every launch, and reading a URL is a fiftieth of what a launch costs. */
let last: { readonly homeUrl: string; readonly remark: string | undefined } | undefined;

const remarkOn = (homeUrl: string): string | undefined => {
  const read = readHomeUrl(homeUrl);
  return read.kind === 'link' ? undefined : `home_url ${read.why}: the game shows no Home button.`;
};

const launches: ReadonlySet<Exchange['kind']> = new Set(['get_game_link', 'get_game_link_demo']);
