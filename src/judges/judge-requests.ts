import type { Exchange } from '../spec/exchange.ts';
import type { Finding } from '../spec/finding.ts';
import type { RequestJudgeOptions, RequestTally } from './requests/create-request-judge.ts';
import { createRequestJudge } from './requests/create-request-judge.ts';

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
