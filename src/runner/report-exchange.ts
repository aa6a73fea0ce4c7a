import type { Exchange } from '../contract/exchange.ts';
import type { ReportedExchange } from '../contract/run.ts';

/** An exchange as reports show it: bytes as text. */
export const reportExchange = (exchange: Exchange, scenario: string): ReportedExchange => {
  const { id, kind, request, answer, startedAt, durationMs } = exchange;
  return {
    id,
    scenario,
    kind,
    url: request.url,
    method: request.method,
    requestHeaders: request.headers,
    requestBody: textOf(request.body),
    ...(answer.kind === 'answered'
      ? { status: answer.status, answerHeaders: answer.headers, answerBody: textOf(answer.body) }
      : {
          status: null,
          answerHeaders: {},
          answerBody: '',
          failure: `${answer.failure}: ${answer.message}`,
        }),
    startedAt: new Date(startedAt).toISOString(),
    durationMs,
  };
};

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
