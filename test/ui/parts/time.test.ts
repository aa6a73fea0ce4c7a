import { agoText, shiftText, timeOfDay } from '../../../src/ui/parts/time.tsx';

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

test.each([
  [360_000, '+6 min'],
  [-19_800_000, '−5 h 30 min'],
  [12_000, '+12 s'],
  [7_200_000, '+2 h'],
])('%i ms are %s', (ms, text) => {
  expect(shiftText(ms)).toBe(text);
});

test("an instant is told as the reader's time of day, what is none as it is", () => {
  const local = new Date(2026, 2, 1, 7, 4, 5, 9);
  expect(timeOfDay(local.toISOString())).toBe('07:04:05.009');
  expect(timeOfDay('soon')).toBe('soon');
});
