import { shownHeaders, shownUrl } from '../base/shown.ts';
import type { Call } from '../judge/call.ts';
import type { RecordedCall } from '../recording/recorded-call.ts';
import { createTokenMask } from '../signing/mask-tokens.ts';
import type { Answer, Exchange } from '../spec/exchange.ts';
import { subjectOf } from '../wire/compose-message.ts';
import { requestOf } from '../wire/create-courier.ts';
import { readAnswer } from '../wire/read-answer.ts';
import type { PlannedCall } from './account.ts';
import type { LoadPlan } from './load-plan.ts';
import type { CallbackWriter, Sent } from './sent-call.ts';

/** A call of a load and its answer: as little as a judge needs, should he be asked. */
export interface HeardCall {
  readonly planned: PlannedCall;
  /** `makeBet t-1 again`. */
  readonly label: string;
  /** Stands in the ids of its exchanges: different for each call of the share. */
  readonly number: string;
  /** The last sending, whose answer counts; and those before it, oldest first. */
  readonly sent: Sent;
  readonly earlier: readonly Sent[];
  /** So many calls left with it; 1: it was alone. */
  readonly burst: number;
}

/** Makes the evidence of calls. */
export interface EvidenceMaker {
  /** The call as the judges take it, with all bytes. */
  callOf(heard: HeardCall): Call;
  /** All sendings, oldest first, as reports show them. */
  exchangesOf(heard: HeardCall): readonly Exchange[];
  recordedOf(heard: HeardCall, balanceBefore: string | undefined): readonly RecordedCall[];
}

interface EvidenceTerms {
  readonly plan: Pick<LoadPlan, 'recipient' | 'secrets'>;
  readonly writer: CallbackWriter;
  /** Unix milliseconds at a zero of `performance.now()`. */
  readonly timeOrigin: number;
}

/** Exchanges are made where somebody asks for them: the bytes are written once more, and are the same. */
export const createEvidenceMaker = (terms: EvidenceTerms): EvidenceMaker => {
  const mask = createTokenMask([...terms.plan.secrets]);
  const exchangesOf = (heard: HeardCall): readonly Exchange[] =>
    [...heard.earlier, heard.sent].map((sent, index) => mask(exchangeOf(terms, { heard, sent, attempt: index + 1 })));
  return {
    exchangesOf,
    callOf: (heard) => {
      const all = exchangesOf(heard);
      const last = all.at(-1) ?? mask(exchangeOf(terms, { heard, sent: heard.sent, attempt: 1 }));
      const earlier = all.slice(0, -1);
      return {
        label: heard.label,
        intent: { kind: 'valid', callback: heard.planned.callback },
        expect: { kind: 'ledger' },
        exchange: earlier.length === 0 ? last : { ...last, earlier },
      };
    },
    recordedOf: (heard, balanceBefore) =>
      exchangesOf(heard).map((exchange) => recordedCall(heard, exchange, balanceBefore)),
  };
};

interface Sending {
  readonly heard: HeardCall;
  readonly sent: Sent;
  readonly attempt: number;
}

const exchangeOf = (
  { plan: { recipient }, writer, timeOrigin }: EvidenceTerms,
  { heard, sent, attempt }: Sending,
): Exchange => {
  const { callback } = heard.planned;
  const { body, signature } = writer.write(callback);
  const message = {
    ...{ url: recipient.url, timeoutMs: recipient.timeoutMs, kind: callback.type, subject: {} },
    headers: { 'content-type': 'application/json', 'x-signature': signature },
    body: Buffer.from(body),
  };
  const request = requestOf(message, new URL(recipient.url));
  return {
    id: attempt === 1 ? heard.number : `${heard.number}-${attempt}`,
    direction: 'callback',
    kind: callback.type,
    subject: subjectOf(callback),
    request: {
      ...request,
      url: shownUrl(recipient.url),
      headers: shownHeaders(request.headers),
    },
    answer: sent.answer,
    startedAt: timeOrigin + sent.sentAt,
    durationMs: sent.endedAt - sent.sentAt,
    ...(heard.burst > 1 ? { timing: { burst: heard.burst } } : {}),
    dialect: recipient.dialect,
  };
};

const recordedCall = (
  { planned }: HeardCall,
  { request, answer, startedAt, durationMs }: Exchange,
  balanceBefore: string | undefined,
): RecordedCall => ({
  callback: planned.callback,
  body: request.body,
  bytesKey: Buffer.from(request.body).toString('utf8'),
  signature: 'valid',
  answerLost: answer.kind === 'failed',
  refusedWith: refusalIn(answer),
  balanceBefore,
  startedAt,
  durationMs,
});

const refusalIn = (answer: Answer): string | undefined => {
  const read = readAnswer(answer);
  return read.kind === 'error' ? read.error : undefined;
};
