import { describe, expect, it } from '@jest/globals';
import { reportedExchange } from '../../src/report/reported-exchange.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { answered, exchangeOf, failed } from '../judge/calls.ts';
import { makeBet } from '../ledger/wallet.ts';

const callback = makeBet('t1', ['10', '0']);
const noText = Uint8Array.from([0x7b, 0xff, 0x7d]);

const reported = (exchange: Partial<Exchange> = {}) =>
  reportedExchange(exchangeOf(callback, answered(200, '{"ä":1}'), exchange), 'a.yaml');

describe('a call in a report', () => {
  it('has its bytes as text, and the time to the microsecond', () => {
    const exchange = exchangeOf(callback, answered(200, '{"ä":1}'), {
      startedAt: 1_700_000_000_000.25,
      dialect: 'minimal',
    });
    const told = reportedExchange(exchange, 'a.yaml', { label: 'makeBet first', line: 7 });
    expect(told).toMatchObject({
      id: 'req-bet-t1',
      scenario: 'a.yaml',
      direction: 'callback',
      kind: 'makeBet',
      label: 'makeBet first',
      line: 7,
      dialect: 'minimal',
      status: 200,
      answerBody: '{"ä":1}',
      startedAt: '2023-11-14T22:13:20.000250Z',
    });
  });

  it('leaves out of the file what there is not', () => {
    expect(Object.keys(JSON.parse(JSON.stringify(reported())))).toEqual(
      expect.not.arrayContaining(['label', 'line', 'dialect', 'expectedBalance', 'answerBase64']),
    );
  });
});

describe('what a report cannot show as it is', () => {
  it('are bytes that are no UTF-8: they are in base64 as well', () => {
    const { request } = exchangeOf(callback, failed('timeout'));
    const told = reported({
      request: { ...request, body: noText },
      answer: { kind: 'answered', status: 200, headers: {}, body: noText },
    });
    expect(told).toMatchObject({ requestBase64: 'e/99', answerBase64: 'e/99' });
  });

  it('is an answer that did not come: it says why', () => {
    expect(reported({ answer: failed('closed', 'it hung up.') })).toMatchObject({
      status: null,
      answerHeaders: {},
      answerBody: '',
      failure: 'closed: it hung up.',
    });
  });
});
