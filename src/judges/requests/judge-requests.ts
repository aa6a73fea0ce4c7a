import type { Finding } from '../../formats/judgement.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { FindingRecord } from '../../spec/finding.ts';
import { findings } from '../../spec/finding.ts';
import type { RequestBreach, RequestWatch } from './operation.ts';
import { hearOperation } from './operation.ts';
import { watchClock, watchFields, watchForm } from './watch-form.ts';
import { watchList, watchStorms } from './watch-repetition.ts';
import type { IsSameLaunch } from './watch-sessions.ts';
import { isRetry, watchSessions } from './watch-sessions.ts';
import type { TokenOf } from './watch-signatures.ts';
import { watchSignatures, watchTrimming } from './watch-signatures.ts';

export interface JudgedRequests {
  readonly findings: readonly Finding[];
  readonly tallies: readonly RequestTally[];
}

/** What operations, in the order of their arrival, say of the requirements on requests (REQ). */
export const judgeRequests = (
  exchanges: readonly Exchange[],
  options: RequestJudgeOptions,
): JudgedRequests => {
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
export const createRequestJudge = ({
  tokenOf,
  isSameLaunch = isRetry,
}: RequestJudgeOptions): RequestJudge => {
  const seats = [
    watchSignatures(tokenOf),
    watchTrimming(tokenOf),
    watchClock(),
    watchFields(),
    watchForm(),
    watchList(),
    watchSessions(isSameLaunch),
    watchStorms(),
  ].map(createSeat);
  return {
    hear: (exchange) => {
      if (!isJudged(exchange)) return none;
      const heard = hearOperation(exchange);
      let found: Finding[] | undefined;
      for (const seat of seats) {
        const breach = seat.see(heard);
        if (breach === undefined) continue;
        found ??= [];
        found.push(findingOf(breach, seat.requirement, exchange));
      }
      return found ?? none;
    },
    tallies: () => seats.map((seat) => seat.tally()),
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
const createSeat = ({ requirement, see }: RequestWatch) => {
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

const findingOf = (
  { before = [], ...told }: RequestBreach,
  requirement: string,
  exchange: Exchange,
): Finding => {
  const { weight }: FindingRecord = findings[told.code];
  return { ...told, requirement, weight, scenario: '', exchanges: [...before, exchange.id] };
};
