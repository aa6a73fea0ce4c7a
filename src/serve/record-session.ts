import { createHash } from 'node:crypto';
import type { Recording, RecordOrder } from '../api/schemas/scenarios.ts';
import type { Journal, JournalRow } from '../journal/journal.ts';
import { type LostOnPurpose, lostOnPurpose } from '../judge/call.ts';
import type { RecordedCall } from '../recording/recorded-call.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Loss } from '../spec/fault.ts';
import { usageError, type WalletproofError } from '../spec/walletproof-error.ts';
import { callbackOfBody } from '../wire/codec.ts';
import { readIntent } from '../wire/message.ts';
import { readAnswer } from '../wire/read-answer.ts';
import type { Context } from './context.ts';
import type { ServerOptions } from './server-options.ts';

/** One more than a scenario takes: the recorder says which are left out. */
const mostCalls = 501;

/** A scenario from the callbacks of a session, or from those that are named; a usage error where there is none. */
export const recordSession = async (context: Context, order: RecordOrder): Promise<Recording> => {
  const rows = await rowsOf(order, context.recorder.journal);
  const calls = rows
    .filter(({ exchange }) => exchange.direction === 'callback' && exchange.origin !== 'run')
    .map((row) => recordedCall(row, standingOf(row.exchange, context.options)));
  if (calls.length === 0) throw nothing(order);
  // Loaded here: YAML takes longer than the rest of a start.
  const { recordScenario } = await import('../recording/record-scenario.ts');
  return recordScenario(calls, { title: order.title ?? titleOf(rows) });
};

const rowsOf = async (
  { sessionId, exchangeIds }: RecordOrder,
  journal: Pick<Journal, 'row' | 'rows'>,
): Promise<readonly JournalRow[]> => {
  if (sessionId !== undefined) {
    return (await journal.rows({ sessionId, direction: 'callback', limit: mostCalls })).rows;
  }
  const ids = [...new Set(exchangeIds)];
  const found = await Promise.all(ids.map(async (id) => (await journal.row(id)) ?? []));
  return found.flat().toSorted((one, other) => one.seq - other.seq);
};

const titleOf = ([first]: readonly JournalRow[]): string => {
  const day = new Date(first?.exchange.startedAt ?? 0).toISOString().slice(0, 16).replace('T', ' ');
  return `Recorded on ${day}`;
};

const nothing = ({ sessionId }: RecordOrder): WalletproofError =>
  usageError(
    sessionId === undefined
      ? 'None of these exchanges is a callback of a game or by hand.'
      : `The session ${sessionId.slice(0, 100)} has no callbacks yet.`,
    'Play a round first, or send a callback by hand.',
  );

/** A callback of the journal as the recorder takes it. */
export const recordedCall = (
  { exchange, judgement }: JournalRow,
  signature: RecordedCall['signature'],
): RecordedCall => {
  const { request, answer, startedAt, durationMs } = exchange;
  const lost = lostOnPurpose(answer);
  const said = readAnswer(answer);
  return {
    callback: callbackOfBody(request.body),
    body: request.body,
    bytesKey: keyOf(exchange),
    signature,
    lost: lost && lossOf[lost],
    refusedWith: said.kind === 'error' ? said.error : undefined,
    balanceBefore: judgement?.before,
    remark: judgement?.verdict === 'right' ? undefined : judgement?.sentence,
    startedAt,
    durationMs,
  };
};

/** What of a call was lost, by how that ended. */
const lossOf: Readonly<Record<LostOnPurpose, Loss>> = {
  dropped: 'answer',
  'hung-up': 'connection',
  'cut-off': 'half-body',
};

/** Whether X-Signature signs the bytes for the agent. */
const standingOf = (
  { request, subject, dialect }: Exchange,
  { agents, agentId }: Pick<ServerOptions, 'agents' | 'agentId'>,
): RecordedCall['signature'] => {
  // What was signed before the token was regenerated was signed correctly.
  const tokens = [...agents.tokensOf(subject.agentId ?? agentId), undefined];
  const intents = tokens.map((token) => readIntent(request, { token, dialect }));
  if (intents.some(({ kind }) => kind !== 'badly-signed')) return 'valid';
  return (request.headers['x-signature'] ?? '') === '' ? 'none' : 'wrong';
};

/** The same for the same bytes under the same signature. */
const keyOf = ({ request: { body, headers } }: Exchange): string =>
  createHash('sha256')
    .update(headers['x-signature'] ?? '')
    .update('\n')
    .update(body)
    .digest('hex');
