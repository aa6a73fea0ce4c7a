import { agoText } from '../../../../src/ui/dashboard/parts/ago-text.ts';

const at = '2026-01-01T00:00:00.000Z';
const nowMs = new Date(at).getTime();

test.each([
  [59_000, 'just now'],
  [-5_000, 'just now'],
  [61_000, '1 min ago'],
  [2 * 3_600_000, '2 h ago'],
  [49 * 3_600_000, '2 d ago'],
])('%i ms are %s', (past, text) => {
  expect(agoText(at, nowMs + past)).toBe(text);
});

test('what is no instant stays as it is', () => {
  expect(agoText('soon', nowMs)).toBe('soon');
});
