import type { ExchangeJudgement, Finding } from '../../formats/judgement.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { CallVerdict } from '../../spec/verdict.ts';
import type { RequestTally } from './judge-requests.ts';
import { createRequestJudge } from './judge-requests.ts';
import type { TokenOf } from './watch-signatures.ts';

/** Judges the operations of agents while the platform serves. */
export interface OperationJudge {
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
  let unjudged = 0;
  return {
    judge: (exchange) => {
      if (exchange.direction !== 'operation') return undefined;
      if (isAffordable(exchange.startedAt)) {
        return judgementOfOperation(exchange, requests.hear(exchange));
      }
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

/** What is said of a request of the agent, by what it breaks. */
export const judgementOfOperation = (
  exchange: Exchange,
  findings: readonly Finding[],
): ExchangeJudgement => ({
  exchangeId: exchange.id,
  verdict: verdictOf(exchange, findings),
  sentence: findings.map(({ message }) => message).join(' ') || sentenceOf(exchange),
  findings,
});

const verdictOf = ({ kind }: Exchange, findings: readonly Finding[]): CallVerdict => {
  if (findings.some(({ weight }) => weight === 'breach')) return 'wrong';
  if (findings.some(({ weight }) => weight === 'risk')) return 'risky';
  return kind === 'other' ? 'unjudged' : 'right';
};

const sentenceOf = ({ kind, dialect, refusal, explanation, fault }: Exchange): string => {
  if (fault !== undefined) return `The request is right; it was answered with the fault ${fault}.`;
  if (kind === 'other') return 'This is no operation of the specification.';
  if (explanation !== undefined) return `${explanation.sentence} ${explanation.remedy}`;
  if (refusal !== undefined) return `Refused with ${refusal}; the request breaks no requirement.`;
  return `The request breaks no requirement${dialect === undefined ? '' : `; signed in the dialect ${dialect}`}.`;
};
