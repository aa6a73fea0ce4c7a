import { renderToString } from 'preact-render-to-string';
import type { ExchangeDetail } from '../../../../src/api/schemas/exchanges.ts';
import { JudgementView } from '../../../../src/ui/dashboard/exchange/judgement-view.tsx';
import { rowOf } from '../traffic/rows.ts';

const shown = (given: object): string =>
  renderToString(<JudgementView detail={{ ...rowOf(1), ...given } as unknown as ExchangeDetail} />).replaceAll(
    /<[^>]*>/g,
    '',
  );

const answer = { kind: 'answered', status: 403, headers: {}, body: { text: '' } };
const refused = { status: 403, error: 'invalid_signature', answer };

test('what a refusal of the platform means is told', () => {
  expect(shown({ ...refused, direction: 'operation' })).toBe(
    'The platform answered HTTP 403, invalid_signature: The signature does not match the body.',
  );
});

test('what an agent means by a code is its own affair', () => {
  expect(shown({ ...refused, direction: 'callback' })).toBe('The agent answered HTTP 403, invalid_signature.');
});

test('a code that nobody knows, or that is the name of something else, is only named', () => {
  expect(shown({ ...refused, error: 'constructor', direction: 'operation' })).toBe(
    'The platform answered HTTP 403, constructor.',
  );
});

const judged = (given: object) =>
  shown({ answer, judgement: { verdict: 'right', sentence: 'Fine.', findings: [], ...given } });

test('a difference is what the agent has more than expected', () => {
  expect(judged({ expected: '5.00', actual: '7.50' })).toContain('Difference+2.50');
  expect(judged({ expected: '7.50', actual: '5.00' })).toContain('Difference−2.50');
});

test('there is no difference where the two agree, or one said nothing', () => {
  expect(judged({ expected: '5.00', actual: '5.0' })).not.toContain('Difference');
  expect(judged({ expected: '5.00' })).not.toContain('Difference');
  expect(judged({})).not.toContain('Expected');
});
