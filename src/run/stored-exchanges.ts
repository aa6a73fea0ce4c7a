import type { ReportedExchange, Run } from '../formats/run.ts';
import { fromInstant } from '../formats/written-time.ts';
import type { Journal } from '../journal/journal.ts';
import { openMemoryJournal } from '../journal/memory-journal.ts';
import { judgementsOfRun } from '../judge/exchanges.ts';
import { fieldText, readBodyFields } from '../report/body-fields.ts';
import { type Answer, type Exchange, type ExchangeSubject, type Failure, failures } from '../spec/exchange.ts';

/** What was answered, as a report has it. */
export const storedAnswer = (stored: ReportedExchange): Answer => {
  if (stored.status === null) return failureOf(stored.failure ?? '');
  const { status, httpVersion, answerHeaders: headers, answerBody, answerBase64 } = stored;
  const body = bytesOf(answerBody, answerBase64);
  return { kind: 'answered', status, httpVersion, headers, body };
};

const bytesOf = (text: string, base64: string | undefined): Buffer =>
  base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');

/** `timeout: No answer within 5 s.` */
const failureOf = (text: string): Answer => {
  const colon = text.indexOf(': ');
  const failure: Failure = failures.find((each) => each === text.slice(0, colon)) ?? 'interrupted';
  return { kind: 'failed', failure, message: text.slice(colon + 2) };
};

/** The exchanges of a stored run with what it says of them, in a journal of their own, under that id. */
export const journalOfRun = (run: Run, id: string): Journal => {
  const journal = openMemoryJournal({
    maxExchanges: Number.POSITIVE_INFINITY,
    maxBytes: Number.POSITIVE_INFINITY,
  });
  for (const stored of run.exchanges) journal.record(exchangeOf(stored, run, id));
  for (const judgement of judgementsOfRun(run)) journal.judge(judgement);
  return journal;
};

const exchangeOf = (stored: ReportedExchange, { agent }: Run, runId: string): Exchange => {
  const { id, direction, kind, scenario, line, label, method, url, requestHeaders } = stored;
  const { requestBody, requestBase64, durationMs, dialect } = stored;
  const isOurs = direction === 'callback';
  return {
    ...{ id, direction, kind: kind as Exchange['kind'], durationMs, dialect },
    subject: { agentId: agent.id, ...subjectIn(requestBody) },
    request: {
      ...{ method, url, headers: requestHeaders },
      body: bytesOf(requestBody, requestBase64),
    },
    answer: storedAnswer(stored),
    startedAt: fromInstant(stored.startedAt),
    ...(isOurs ? { origin: 'run' } : {}),
    run: { id: runId, scenario, line, label },
  };
};

const subjectIn = (body: string): ExchangeSubject => {
  const fields = readBodyFields(body);
  const said = (name: string): string | undefined => fieldText(fields, 'string', name);
  return {
    sessionId: said('session_id'),
    playerId: said('player_id'),
    transactionId: said('transaction_id'),
    requestId: said('request_id'),
    gameRoundId: said('game_round_id'),
  };
};
