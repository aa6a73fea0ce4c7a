import { amountAtScale } from '../base/money.ts';
import type { JournalRow } from '../journal/journal.ts';
import { type BodyFields, fieldText, readBodyFields } from '../report/body-fields.ts';
import type { FreespinsProgress } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import { readAnswer } from '../wire/read-answer.ts';
import type { ExchangeRow } from './schemas/exchanges.ts';

/**
 * An exchange as a list shows it: what it is about, read from the bodies. Never throws; what a body
 * does not say, or says oddly, is absent.
 */
export const exchangeRow = ({ seq, exchange, judgement }: JournalRow): ExchangeRow => {
  const { id, direction, kind, origin, run, attempt, subject, dialect } = exchange;
  const { startedAt, shiftMs, durationMs } = exchange;
  const said = saidIn(exchange);
  return {
    seq,
    id,
    direction,
    kind,
    ...subject,
    origin,
    run,
    attempt,
    dialect,
    verdict: judgement?.verdict,
    ...said,
    ...answeredIn(exchange, said.currency),
    startedAt: new Date(startedAt).toISOString(),
    shiftMs: shiftMs === undefined ? undefined : Math.round(shiftMs),
    durationMs,
  };
};

/** What the body of the request says. */
const saidIn = ({ request }: Exchange) => {
  const body = readBodyFields(Buffer.from(request.body).toString('utf8'));
  const finished = fieldText(body, 'other', 'round_finished');
  const currency = fieldText(body, 'string', 'currency');
  return {
    currency,
    gameRoundId: fieldText(body, 'string', 'game_round_id'),
    roundFinished: flags.get(finished ?? ''),
    bet: amountAtScale(fieldText(body, 'number', 'bet'), currency),
    win: amountAtScale(fieldText(body, 'number', 'win'), currency),
    freespins: freespinsOf(body, currency),
  };
};

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** A longer answer than this is no answer to a callback, and is not read for a list. */
const longestAnswer = 65_536;

const answeredIn = (
  exchange: Exchange,
  currency: string | undefined,
): Pick<ExchangeRow, 'status'> & Partial<ExchangeRow> => {
  const { answer, direction, refusal } = exchange;
  if (answer.kind === 'failed') return { status: null, failure: answer.failure };
  const { status } = answer;
  if (direction === 'operation') return { status, error: refusal };
  if (answer.body.length > longestAnswer) return { status };
  const said = readAnswer(answer);
  if (said.kind === 'error') return { status, error: said.error };
  const balance = said.kind === 'balance' ? amountAtScale(said.balance, currency) : undefined;
  return { status, balance };
};

/** The progress of a pack that a getBalance carries; undefined where there is none, or an odd one. */
const freespinsOf = (body: BodyFields, currency: string | undefined): FreespinsProgress | undefined => {
  if (body.kind !== 'json') return undefined;
  const played = spins(body.field('freespins', 'played')?.text);
  const total = spins(body.field('freespins', 'total')?.text);
  const finish = body.field('freespins', 'is_finish')?.text;
  const accumulatedWin = amountAtScale(body.field('freespins', 'accumulated_win')?.text, currency);
  if (played === undefined || total === undefined || accumulatedWin === undefined) return undefined;
  return { played, total, isFinish: finish === 'true', accumulatedWin };
};

const spins = (text = ''): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);
