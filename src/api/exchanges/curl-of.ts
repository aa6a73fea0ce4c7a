import { curlCommands } from '../../report/html/curl-commands.ts';
import { messageBody } from '../../report/message-body.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { ReportedExchange } from '../../spec/run.ts';

/** A shell command that sends the request again, an operation to the platform at `baseUrl`. */
export const curlOf = (exchange: Exchange, baseUrl: string): string => {
  const { asSent } = curlCommands(reported(exchange, baseUrl)) ?? {};
  return asSent ?? `# The body is too long for a command: ${exchange.request.body.length} bytes.`;
};

/** In the words of a report, where only callbacks have commands. */
const reported = (exchange: Exchange, baseUrl: string): ReportedExchange => {
  const { id, kind, request, startedAt, durationMs } = exchange;
  const { text, base64 } = messageBody(request.body);
  return {
    ...{ id, kind, durationMs, direction: 'callback', scenario: '' },
    url: request.url.startsWith('/') ? `${baseUrl}${request.url}` : request.url,
    method: request.method,
    requestHeaders: request.headers,
    requestBody: text,
    ...(base64 === undefined ? {} : { requestBase64: base64 }),
    ...{ status: null, answerHeaders: {}, answerBody: '' },
    startedAt: new Date(startedAt).toISOString(),
  };
};
