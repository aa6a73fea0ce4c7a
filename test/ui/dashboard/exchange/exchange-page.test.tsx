import { renderToString } from 'preact-render-to-string';
import type { ExchangeDetail } from '../../../../src/api/schemas/exchanges.ts';
import { ExchangeView } from '../../../../src/ui/dashboard/exchange/exchange-page.tsx';
import { rowOf } from '../traffic/rows.ts';

const detail: ExchangeDetail = {
  ...rowOf(7, { bet: '10.24', win: '0', currency: 'USD', transactionId: 'tx-1' }),
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:8080/callback',
    headers: { 'x-signature': 'abab' },
    body: { text: '{"bet":10.240}' },
  },
  answer: { kind: 'answered', status: 200, headers: {}, body: { text: '{"content":{}}' } },
  signature: 'abab',
  dialect: 'minimal',
  canonical: '{"bet":10.24}',
  curl: "curl 'http://127.0.0.1:8080/callback'",
  related: [],
};

const shown = (given: Partial<ExchangeDetail>): string =>
  renderToString(<ExchangeView detail={{ ...detail, ...given }} />);

const textOf = (markup: string): string =>
  markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

const wrong: NonNullable<ExchangeDetail['judgement']> = {
  exchangeId: 'ex-7',
  verdict: 'wrong',
  sentence: 'tx-1 was debited twice.',
  before: '1000.00',
  expected: '989.76',
  actual: '979.52',
  findings: [
    {
      code: 'double-application',
      requirement: 'IDEM-01',
      weight: 'breach',
      message: 'A repeated makeBet was applied twice.',
      likelyCause: 'transaction_id is not looked up.',
      scenario: '',
      exchanges: ['ex-7'],
    },
  ],
};

test('the sentence of the judgement comes first, then the balances and their difference', () => {
  const text = textOf(shown({ judgement: wrong }));
  const places = [
    'wrong tx-1 was debited twice',
    '989.76 USD',
    '979.52 USD',
    '−10.24 USD',
    'Request',
  ];
  const found = places.map((place) => text.indexOf(place));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(found).not.toContain(-1);
});

test('a finding names the likely cause', () => {
  expect(textOf(shown({ judgement: wrong }))).toContain(
    'Likely cause: transaction_id is not looked up.',
  );
});

test('bodies keep the text of their numbers', () => {
  expect(shown({})).toContain('10.240');
});

test('a callback can be sent again, a request of the agent cannot', () => {
  expect(shown({})).toContain('Roll back');
  expect(shown({ kind: 'getBalance' })).not.toContain('Roll back');
  expect(shown({ direction: 'operation', kind: 'list' })).not.toContain('Send again');
});

test('the doctor says why a signature was refused', () => {
  const explanation = {
    mistake: 'unsorted-keys',
    sentence: 'The keys were not sorted.',
    remedy: 'Sort them.',
  } as unknown as NonNullable<ExchangeDetail['explanation']>;
  expect(textOf(shown({ explanation }))).toContain('The keys were not sorted. Sort them.');
});

test('without a judgement, what happened is told', () => {
  const refused = { direction: 'operation', status: 403, error: 'invalid_signature' } as const;
  const answer = { kind: 'answered', status: 403, headers: {}, body: { text: '' } } as const;
  expect(textOf(shown({ ...refused, answer }))).toContain(
    'The platform answered HTTP 403, invalid_signature: The signature does not match the body.',
  );
  const lost = {
    kind: 'failed',
    failure: 'timeout',
    message: 'No answer came within 5 s.',
  } as const;
  expect(textOf(shown({ status: null, answer: lost }))).toContain(
    'There was no answer: No answer came within 5 s.',
  );
});

test('markup in bodies, headers and errors is text', () => {
  const script = '<script>alert(1)</script>';
  const markup = shown({
    request: { method: script, url: script, headers: { [script]: script }, body: { text: script } },
    answer: { kind: 'failed', failure: 'closed', message: script },
    error: script,
    playerId: script,
    transactionId: script,
    signature: script,
    canonical: script,
    curl: script,
  });
  expect(markup).not.toContain('<script');
});
