import { renderToString } from 'preact-render-to-string';
import type { ExchangeDetail } from '../../../../src/api/schemas/exchanges.ts';
import { CallView } from '../../../../src/ui/dashboard/exchange/call-pane.tsx';
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

const shown = (given: Partial<ExchangeDetail>): string => renderToString(<CallView detail={{ ...detail, ...given }} />);

const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

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

test('what was said comes first, beside what was due and the difference, then the requirement, the cause, the change', () => {
  const text = textOf(shown({ judgement: wrong }));
  const places = ['wrong 979.52 USD , due 989.76 USD ( −10.24 ) IDEM-01', 'Likely cause', 'Change: ', 'Sent'];
  const found = places.map((place) => text.indexOf(place));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(found).not.toContain(-1);
});

test('a right answer is its sentence alone, with amounts as tables write them', () => {
  const sentence = '1000.00 - 10.24 = 989.76, as the agent says.';
  const judgement = { ...wrong, verdict: 'right', sentence, actual: '989.76', findings: [] } as const;
  expect(textOf(shown({ judgement }))).toContain('right 1,000.00 − 10.24 = 989.76, as the agent says.');
  expect(textOf(shown({ judgement }))).not.toContain('due');
});

test('what an earlier breach left makes no difference of its own', () => {
  const sentence = '1005.00 - 10.24 = 994.76, consistent since the breach, still 5.00 too much.';
  const judgement = { ...wrong, verdict: 'consistent', sentence, actual: '994.76', findings: [] } as const;
  expect(textOf(shown({ judgement }))).toContain('consistent 1,005.00 − 10.24 = 994.76, consistent since');
  expect(textOf(shown({ judgement }))).not.toContain('due');
});

test('a finding names the likely cause', () => {
  expect(textOf(shown({ judgement: wrong }))).toContain('Likely cause: transaction_id is not looked up.');
});

test('bodies keep the text of their numbers', () => {
  expect(shown({})).toContain('10.240');
});

test('a call can be sent again, a bet can be rolled back', () => {
  expect(shown({})).toContain('Roll back');
  expect(shown({ kind: 'getBalance' })).not.toContain('Roll back');
  expect(shown({ direction: 'operation', kind: 'list' })).not.toContain('Roll back');
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
  expect(textOf(shown({ status: null, answer: lost }))).toContain('There was no answer: No answer came within 5 s.');
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

test('a likely cause is told once, its arithmetic on a line of its own', () => {
  const [finding] = wrong.findings;
  const likelyCause = 'the win of tx-1 was not reverted: 1011.40 = 1000.00 + 11.40';
  const sentence = `The balance is 1011.40. Likely cause: ${likelyCause}.`;
  const judgement = { ...wrong, sentence, actual: undefined, findings: [{ ...finding, likelyCause }] };
  const text = textOf(shown({ judgement: judgement as typeof wrong }));
  expect(text.split('not reverted')).toHaveLength(2);
  expect(shown({ judgement: judgement as typeof wrong })).toContain(
    '<p class="arithmetic">1,011.40 = 1,000.00 <strong>+ 11.40</strong></p>',
  );
});

test('the sendings of its transaction are told, this one among them', () => {
  const related = [rowOf(6, { kind: 'makeBet' }), rowOf(9, { kind: 'rollback' })];
  const markup = shown({ related });
  expect(textOf(markup)).toContain('2 of 3');
  expect(markup).toMatch(/rel="prev" href="#\/exchanges\/ex-6"/);
  expect(markup).toMatch(/rel="next" href="#\/exchanges\/ex-9"/);
});
