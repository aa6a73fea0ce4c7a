import { readAnswer } from '../callbacks/read-answer.ts';
import type { JournalRow } from '../journal/journal.ts';
import { parseAmount, renderAmount } from '../money/amount.ts';
import type { BodyFields } from '../report/body-fields.ts';
import { readBodyFields } from '../report/body-fields.ts';
import type { AmountText, FreespinsProgress } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { ExchangeRow } from './schemas/exchanges.ts';

/**
 * An exchange as a list shows it: what it is about, read from the bodies. Never throws; what a body
 * does not say, or says oddly, is absent.
 */
export const exchangeRow = ({ seq, exchange, judgement }: JournalRow): ExchangeRow => {
  const { id, direction, kind, origin, attempt, subject, dialect } = exchange;
  const { startedAt, shiftMs, durationMs } = exchange;
  return {
    seq,
    id,
    direction,
    kind,
    ...subject,
    origin,
    attempt,
    dialect,
    verdict: judgement?.verdict,
    ...saidIn(exchange),
    ...answeredIn(exchange),
    startedAt: new Date(startedAt).toISOString(),
    shiftMs: shiftMs === undefined ? undefined : Math.round(shiftMs),
    durationMs,
  };
};

/** What the body of the request says. */
const saidIn = ({ request }: Exchange) => {
  const body = readBodyFields(Buffer.from(request.body).toString('utf8'));
  const finished = fieldOf(body, 'other', 'round_finished');
  return {
    currency: fieldOf(body, 'string', 'currency'),
    gameRoundId: fieldOf(body, 'string', 'game_round_id'),
    roundFinished: flags.get(finished ?? ''),
    bet: amountText(fieldOf(body, 'number', 'bet')),
    win: amountText(fieldOf(body, 'number', 'win')),
    freespins: freespinsOf(body),
  };
};

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const fieldOf = (body: BodyFields, kind: 'string' | 'number' | 'other', name: string) => {
  const field = body.kind === 'json' ? body.field(name) : undefined;
  return field?.kind === kind ? field.text : undefined;
};

const amountText = (text: string | undefined): AmountText | undefined => {
  const amount = text === undefined ? undefined : parseAmount(text);
  return amount === undefined ? undefined : renderAmount(amount);
};

/** A longer answer than this is no answer to a callback, and is not read for a list. */
const longestAnswer = 65_536;

const answeredIn = (exchange: Exchange): Pick<ExchangeRow, 'status'> & Partial<ExchangeRow> => {
  const { answer, direction, refusal } = exchange;
  if (answer.kind === 'failed') return { status: null, failure: answer.failure };
  const { status } = answer;
  if (direction === 'operation') return { status, error: refusal };
  if (answer.body.length > longestAnswer) return { status };
  const said = readAnswer(answer);
  if (said.kind === 'error') return { status, error: said.error };
  return { status, balance: said.kind === 'balance' ? amountText(said.balance) : undefined };
};

/** The progress of a pack that a getBalance carries; undefined where there is none, or an odd one. */
const freespinsOf = (body: BodyFields): FreespinsProgress | undefined => {
  if (body.kind !== 'json') return undefined;
  const played = spins(body.field('freespins', 'played')?.text);
  const total = spins(body.field('freespins', 'total')?.text);
  const finish = body.field('freespins', 'is_finish')?.text;
  const win = parseAmount(body.field('freespins', 'accumulated_win')?.text ?? '');
  if (played === undefined || total === undefined || win === undefined) return undefined;
  return { played, total, isFinish: finish === 'true', accumulatedWin: renderAmount(win) };
};

const spins = (text = ''): number | undefined =>
  /^\d{1,9}$/.test(text) ? Number(text) : undefined;
