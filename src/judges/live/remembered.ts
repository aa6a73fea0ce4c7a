import type { Said } from '../../ledger/heard-call.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { AgentAnswer } from '../../wire/read-answer.ts';
import type { Reading } from './reading.ts';

/**
 * A reading as it is remembered with its account: what is said of it later needs its ids and what was
 * read of its answer. An agent may answer a megabyte, to thousands of accounts.
 */
export const remembered = (reading: Reading): Reading => ({
  ...reading,
  answer: rememberedAnswer(reading.answer),
  said: rememberedSaid(reading.said),
  call: { ...reading.call, exchange: withoutBytes(reading.call.exchange) },
});

/** The same of what an answer said. */
export const rememberedAnswer = <A extends AgentAnswer>(answer: A): A =>
  answer.kind === 'error'
    ? {
        ...answer,
        ...(answer.error === undefined ? {} : { error: shortened(answer.error) }),
        ...(answer.message === undefined ? {} : { message: shortened(answer.message) }),
      }
    : answer;

const rememberedSaid = (said: Said): Said =>
  said.kind === 'refusal' && said.error !== undefined ? { ...said, error: shortened(said.error) } : said;

const nothing = new Uint8Array(0);

const withoutBytes = (exchange: Exchange): Exchange => ({
  ...exchange,
  request: { ...exchange.request, body: nothing },
  answer:
    exchange.answer.kind === 'answered'
      ? { kind: 'answered', status: exchange.answer.status, headers: {}, body: nothing }
      : exchange.answer,
});

const longest = 200;

/** A copy: a part of a text keeps the whole of it in memory. */
const shortened = (text: string): string =>
  text.length <= longest ? text : Buffer.from(text.slice(0, longest)).toString();
