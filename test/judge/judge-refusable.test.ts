import { describe, expect, it } from '@jest/globals';
import type { Call } from '../../src/judge/call.ts';
import { type Case, findingsIn } from '../../src/judge/case.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import type { SignatureVariant } from '../../src/spec/fault.ts';
import { getBalance, makeBet, shownBalance } from '../ledger/wallet.ts';
import {
  annasCase,
  answered,
  badlySigned,
  balance,
  demandingRefusal,
  exchangeOf,
  failed,
  findingsOf,
  invalid,
  judgeAll,
  malformed,
  oddlySigned,
  probe,
  refusal,
  said,
  takingAny,
} from './calls.ts';

const bet = makeBet('t1', ['10', '0']);
const forbidden = refusal('invalid_signature', 403);
const page = (status: number): Answer => answered(status, '<h1>Oops</h1>', 'text/html');
const isBreach = (state: Case): boolean => state.ending?.kind === 'breach';

/** How it was signed, the answer, and the findings. */
const signatureAnswers: [SignatureVariant | 'tampered', Answer, string[]][] = [
  ['wrong', forbidden, []],
  ['tampered', refusal('invalid_signature', 200), []],
  ['none', forbidden, []],
  ['none', refusal('signature_required', 401), []],
  ['empty', refusal('signature_required', 401), []],
  ['wrong', refusal('signature_required', 401), ['signature-error-code SIG-14']],
  ['wrong', refusal('payload_too_large', 413), []],
  ['wrong', refusal('insufficient_balance'), ['signature-error-code SIG-14']],
  ['none', refusal('access_denied'), ['signature-error-code SIG-14']],
  ['wrong', refusal('invalid_signature', 500), ['business-error-5xx ERR-04']],
  ['wrong', answered(403, ''), ['error-body-incomplete ERR-01']],
  ['wrong', answered(403, '{"error":"invalid_signature"}'), ['error-body-incomplete ERR-01']],
];

/** How it was signed, the answer that gives it away, and the finding. */
const acceptances: [SignatureVariant | 'tampered', Answer, string][] = [
  ['none', balance('90'), 'accepted-unsigned SIG-02'],
  ['empty', balance('90'), 'accepted-unsigned SIG-02'],
  ['wrong', balance('90'), 'accepted-bad-signature SIG-02'],
  ['tampered', balance('100'), 'accepted-bad-signature SIG-02'],
  ['wrong', answered(200, '{}'), 'accepted-bad-signature SIG-02'],
  ['wrong', answered(200, '{"error":"invalid_signature","content":{"balance":90}}'), 'accepted-bad-signature SIG-02'],
  ['wrong', page(200), 'accepted-bad-signature SIG-02'],
];

describe('a callback whose signature does not fit', () => {
  it.each(signatureAnswers)('is refused: %s, %j', (variant, answer, findings) => {
    const state = judgeAll(annasCase(), badlySigned(bet, answer, variant));
    expect([findingsOf(state), isBreach(state)]).toEqual([findings, false]);
    expect(state.refused).toBe('bad-signature');
    expect(state.shown.has('bad-signature')).toBe(true);
  });

  it.each(acceptances)('must not be accepted: %s, %j', (variant, answer, finding) => {
    const state = judgeAll(annasCase(['SIG-02']), badlySigned(bet, answer, variant));
    expect([findingsOf(state), isBreach(state)]).toEqual([[finding], true]);
  });

  it('is charged to SIG-03 where the scenario shows nothing about signatures', () => {
    const state = judgeAll(annasCase(['BET-01']), badlySigned(bet, balance('90')));
    expect(findingsOf(state)).toEqual(['accepted-bad-signature SIG-03']);
  });

  it('is no transaction: well signed, the same id is applied once', () => {
    const state = judgeAll(
      annasCase(['SIG-17']),
      badlySigned(bet, forbidden),
      probe(balance('100')),
      said(bet, balance('90')),
      said(getBalance(), balance('90')),
    );
    expect(findingsOf(state)).toEqual([]);
  });

  it('is no transaction: an agent that remembers it breaks SIG-17', () => {
    const state = judgeAll(
      annasCase(['SIG-17']),
      badlySigned(bet, forbidden),
      probe(balance('100')),
      said(bet, balance('100')),
    );
    expect(findingsOf(state)).toEqual(['not-applied SIG-17']);
  });
});

describe('a callback that is accepted wrongly', () => {
  it.each<[Answer, RegExp]>([
    [balance('90'), /t1: answered with the balance 90; it must be refused\.$/],
    [
      answered(200, '{"content":'),
      /t1: answered with a body that is not JSON \(.+, in .+[^.]\); it must be refused\.$/,
    ],
    [answered(200, ''), /with a body that is not JSON \(the body of the answer is empty\); it must be refused\.$/],
    [answered(200, '{}'), /with neither a balance nor an error \(the answer has .+\); it must be/],
  ])('is told as a sentence: %j', (answer, sentence) => {
    const state = judgeAll(annasCase(['SIG-02']), badlySigned(bet, answer));
    expect(findingsIn(state)[0]?.message).toMatch(sentence);
  });
});

describe('the balance after such a refusal', () => {
  it.each([
    ['money-moved-on-refusal SIG-03', []],
    ['money-moved-on-refusal SIG-04', ['SIG-04']],
  ])('shows money that moved: %s', (finding, requirements) => {
    const state = judgeAll(annasCase(requirements), badlySigned(bet, forbidden), probe(balance('90')));
    expect([findingsOf(state), isBreach(state)]).toEqual([[finding], true]);
  });

  it('shows nothing where none did', () => {
    const state = judgeAll(annasCase(['SIG-04']), badlySigned(bet, forbidden), probe(balance('100')));
    expect([findingsOf(state), state.refused]).toEqual([[], undefined]);
  });
});

describe('a right signature in an unusual form', () => {
  it('is recorded as accepted, and the money is followed', () => {
    const state = judgeAll(annasCase(['SIG-16']), oddlySigned(bet, balance('90')));
    expect(findingsOf(state)).toEqual(['observed SIG-16 note']);
    expect(findingsIn(state)[0]?.message).toBe('makeBet t1: answered with the balance 90.');
    expect([shownBalance(state.ledger), state.refused]).toEqual(['90', undefined]);
  });

  it('is recorded as refused, and the balance is looked at after it', () => {
    const state = judgeAll(annasCase(['SIG-16']), oddlySigned(bet, forbidden));
    expect(findingsOf(state)).toEqual(['observed SIG-16 note']);
    expect([shownBalance(state.ledger), state.refused]).toEqual(['100', 'odd-signature']);
  });

  it('is a breach of nothing where a wrong balance comes, but the next balance is judged', () => {
    const state = judgeAll(annasCase(['SIG-16']), oddlySigned(bet, balance('80')), said(getBalance(), balance('80')));
    expect(findingsOf(state)).toEqual(['observed SIG-16 note', 'wrong-balance BAL-03']);
  });
});

describe('a signed callback with an impossible field', () => {
  it.each<[Answer, string[], boolean]>([
    [refusal('validation_error', 422), [], false],
    [refusal('internal_error', 200), [], false],
    [refusal('internal_error', 500), ['business-error-5xx ERR-04'], false],
    [answered(400, 'bad request', 'text/plain'), ['error-body-incomplete ERR-01'], false],
    [balance('100'), ['accepted-invalid ROB-04'], true],
    [answered(200, '{"ok":true}'), ['accepted-invalid ROB-04'], true],
  ])('must be refused: %j', (answer, findings, isBroken) => {
    const state = judgeAll(annasCase(), invalid(bet, answer));
    expect([findingsOf(state), isBreach(state)]).toEqual([findings, isBroken]);
  });

  it('is held to the code that the scenario names', () => {
    const call = demandingRefusal(invalid(bet, refusal('nonsense')), 'player_not_found');
    expect(findingsOf(judgeAll(annasCase(), call))).toEqual(['unrecommended-code ERR-03']);
  });

  it.each([balance('100'), refusal('unknown_agent')])(
    'is only recorded where the scenario takes any answer: %j',
    (answer) => {
      const state = judgeAll(annasCase(['ROB-09']), takingAny(invalid(getBalance(), answer)));
      expect([findingsOf(state), isBreach(state)]).toEqual([['observed ROB-09 note'], false]);
      expect(state.refused).toBe('invalid');
    },
  );
});

describe('a body that is no callback', () => {
  it.each<[Answer, string[]]>([
    [refusal('validation_error', 400), []],
    [page(404), []],
    [answered(405, ''), []],
    [refusal('internal_error', 500), []],
    [answered(200, '{"error":"bad_json","message":"no"}'), []],
    [page(500), ['survived-badly ROB-01']],
    [balance('100'), ['survived-badly ROB-01']],
    [answered(200, ''), ['survived-badly ROB-01']],
    [failed('timeout'), ['survived-badly ROB-01']],
    [failed('closed'), ['survived-badly ROB-01']],
  ])('is answered with an error, any 4xx or an error body: %j', (answer, findings) => {
    const state = judgeAll(annasCase(), malformed(answer));
    expect(findingsOf(state)).toEqual(findings);
    expect(isBreach(state)).toBe(findings.length > 0);
    expect(state.shown.has('malformed')).toBe(true);
  });

  it('is charged to the requirement that the scenario shows', () => {
    expect(findingsOf(judgeAll(annasCase(['ROB-08']), malformed(balance('100'))))).toEqual(['survived-badly ROB-08']);
  });

  it.each<[method: string, Answer, string[]]>([
    ['GET', page(501), []],
    ['PUT', answered(501, ''), []],
    ['POST', page(501), ['survived-badly ROB-01']],
    ['GET', page(500), ['survived-badly ROB-01']],
    ['GET', page(502), ['survived-badly ROB-01']],
    ['GET', page(503), ['survived-badly ROB-01']],
    ['GET', page(504), ['survived-badly ROB-01']],
  ])('may be answered with 501 where the method is not POST: %s, %j', (method, answer, findings) => {
    const call = malformed(answer);
    const { exchange } = call;
    const request = { ...exchange.request, method };
    const sent = { ...call, exchange: { ...exchange, request } };
    expect(findingsOf(judgeAll(annasCase(), sent))).toEqual(findings);
  });
});

describe('where nobody is there', () => {
  const gone = failed('refused', 'Nobody listens on 127.0.0.1:1.');

  it.each<[string, Call]>([
    ['a bad signature', badlySigned(bet, gone)],
    ['an unusual signature', oddlySigned(bet, gone)],
    ['an impossible field', invalid(bet, gone)],
    ['no callback', malformed(gone)],
  ])('nothing is judged: %s', (_, call) => {
    const state = judgeAll(annasCase(), call);
    expect([findingsOf(state), state.ending?.kind]).toEqual([[], 'inconclusive']);
  });

  it('an answer that does not come is a breach', () => {
    const slow = judgeAll(annasCase(), badlySigned(bet, failed('timeout')));
    const crashed = judgeAll(annasCase(), invalid(bet, failed('closed')));
    expect([findingsOf(slow), findingsOf(crashed)]).toEqual([['too-slow TIME-01'], ['no-answer ROB-11']]);
  });
});

it('a callback with an amount that is no JSON must not be taken; how an agent falls over is another matter', () => {
  const state = annasCase(['ROB-12']);
  const sent = (answer: Answer): Call => ({
    ...malformed(answer),
    exchange: exchangeOf(makeBet('t1', ['1', '0']), answer),
  });
  expect(findingsOf(judgeAll(state, sent(balance('99'))))).toEqual(['accepted-invalid ROB-12']);
  expect(findingsOf(judgeAll(state, sent(refusal('invalid_request'))))).toEqual([]);
  expect(findingsOf(judgeAll(state, sent(answered(500, '<html>', 'text/html'))))).toEqual(['survived-badly ROB-01']);
});

it('a bad signature on a body that is invalid besides may be refused for that, whatever the code', () => {
  const forged: Call = {
    ...badlySigned(bet, refusal('agent_not_found', 404)),
    intent: { kind: 'badly-signed', variant: 'empty-key', besides: 'invalid' },
  };
  expect(findingsOf(judgeAll(annasCase(['SIG-18']), forged))).toEqual([]);
});

it('a refusal of the signature is told where any answer will do, if the scenario is about signatures', () => {
  const refused = takingAny(said(getBalance(), forbidden));
  expect(findingsOf(judgeAll(annasCase(['SIG-19']), refused))).toEqual(['refused-good-signature SIG-19']);
  expect(findingsOf(judgeAll(annasCase(['BAL-03']), refused))).toEqual(['observed BAL-03 note']);
  const large = takingAny(said(getBalance(), refusal('payload_too_large', 413)));
  expect(findingsOf(judgeAll(annasCase(['SIG-19']), large))).toEqual(['observed SIG-19 note']);
});
