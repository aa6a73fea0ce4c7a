import type { Answer, Exchange, Failure } from '../spec/exchange.ts';
import { failures } from '../spec/exchange.ts';
import { fromInstant } from '../spec/instant.ts';
import type { ReportedExchange, Run } from '../spec/run.ts';
import type { ComposedCall } from './composed-call.ts';
import type { SendCall } from './run-context.ts';

/**
 * Answers every call with what a stored run has: the same seed and nonce make the same bytes, so
 * that a call is found again by its scenario, label and body. A call that the stored run did not
 * make has no answer, and what hangs on it is inconclusive.
 */
export const recordedSend = ({ exchanges, root }: Run): SendCall => {
  const unused = new Map<string, ReportedExchange[]>();
  for (const each of exchanges) {
    if (each.direction !== 'callback') continue;
    const key = keyOf(each.scenario, each.label, each.requestBody);
    unused.set(key, [...(unused.get(key) ?? []), each]);
  }
  return async (call, scenario) => {
    const key = keyOf(scenario, call.label, Buffer.from(call.body).toString('utf8'));
    const [found, ...rest] = unused.get(key) ?? [];
    unused.set(key, rest);
    return found === undefined ? unanswered(call, root?.reason) : exchangeOf(found, call);
  };
};

const keyOf = (scenario: string, label: string | undefined, body: string): string =>
  JSON.stringify([scenario, label ?? '', body]);

const exchangeOf = (stored: ReportedExchange, call: ComposedCall): Exchange => ({
  id: stored.id,
  direction: 'callback',
  kind: call.kind,
  subject: call.subject,
  request: {
    method: stored.method,
    url: stored.url,
    headers: stored.requestHeaders,
    body: call.body,
  },
  answer: answerOf(stored),
  startedAt: fromInstant(stored.startedAt),
  durationMs: stored.durationMs,
  ...(stored.dialect === undefined ? {} : { dialect: stored.dialect }),
});

const answerOf = (stored: ReportedExchange): Answer => {
  if (stored.status === null) return failureOf(stored.failure ?? '');
  const { status, answerHeaders: headers, answerBody, answerBase64 } = stored;
  const body =
    answerBase64 === undefined ? Buffer.from(answerBody) : Buffer.from(answerBase64, 'base64');
  return { kind: 'answered', status, headers, body };
};

/** `timeout: No answer within 5 s.` */
const failureOf = (text: string): Answer => {
  const colon = text.indexOf(': ');
  const failure: Failure = failures.find((each) => each === text.slice(0, colon)) ?? 'interrupted';
  return { kind: 'failed', failure, message: text.slice(colon + 2) };
};

const unanswered = (call: ComposedCall, root: string | undefined): Exchange => ({
  id: `not-in-the-run-${call.subject.requestId ?? call.label}`,
  direction: 'callback',
  kind: call.kind,
  subject: call.subject,
  request: { method: call.method, url: '', headers: call.headers, body: call.body },
  answer: {
    kind: 'failed',
    failure: 'interrupted',
    message: root ?? 'The stored run has no answer to this call.',
  },
  startedAt: 0,
  durationMs: 0,
});
