import { renderToString } from 'preact-render-to-string';
import { dialectCaution } from '../../../../src/spec/dialect-caution.ts';
import { RowCells, resultOf } from '../../../../src/ui/dashboard/traffic/row-cells.tsx';
import { rowOf } from './rows.ts';

const shown = (given: Parameters<typeof rowOf>[1]): string => renderToString(<RowCells row={rowOf(1, given)} />);

test('amounts stand as they were written', () => {
  const markup = shown({ bet: '1.10', win: '0', balance: '100.00', currency: 'USD' });
  expect(markup).toContain('>1.10<');
  expect(markup).toContain('>100.00<');
  expect(markup).toContain('USD');
});

test('text of others is text, and what cannot be seen is written out', () => {
  const markup = shown({ playerId: '<img src=x>\u202e', error: '<b>' });
  expect(markup).not.toMatch(/<img|<b>/);
  expect(markup).toContain('\\u{202e}');
});

test('a verdict is a sign and a word, a direction is more than an arrow', () => {
  const markup = shown({ verdict: 'wrong', attempt: 2 });
  expect(markup).toMatch(/✗<\/span> wrong/);
  expect(markup).toContain('callback to the agent');
  expect(markup).toContain('attempt 2');
});

test('a dialect that others may not take is named, with the word of caution', () => {
  const asked = (dialect: string): string => shown({ direction: 'operation', dialect });
  expect(asked('php')).toContain(`<span class="tag" title="signed as php: ${dialectCaution}">php</span>`);
  expect(asked('minimal')).not.toContain('minimal');
  expect(shown({ direction: 'callback', dialect: 'php' })).not.toContain('php');
});

test('an id of any characters is linked', () => {
  expect(shown({ id: 'a/"b' })).toContain('href="#/exchanges/a%2F%22b"');
});

test.each([
  [{ status: 200 }, '200', 'good'],
  [{ status: 200, error: 'insufficient_balance' }, '200 insufficient_balance', 'warn'],
  [{ status: 403, error: 'invalid_signature' }, '403 invalid_signature', 'warn'],
  [{ status: 500 }, '500', 'bad'],
  [{ status: null, failure: 'timeout' }, 'timeout', 'bad'],
])('%j is told', (row, text, tone) => {
  expect(resultOf(row)).toEqual({ text, tone });
});

test('what happened under moved time says so, in words for whoever does not see the sign', () => {
  expect(shown({ shiftMs: 86_400_000 })).toContain("The platform's clock was moved by +24 h</span>");
  expect(shown({})).not.toContain('clock');
});
