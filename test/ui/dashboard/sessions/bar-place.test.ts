import { barPlace } from '../../../../src/ui/dashboard/sessions/bar-place.ts';
import { row, sessionStart } from './rows.ts';

const span = { startedAt: sessionStart, endedAt: sessionStart + 1_000 };

test('a bar begins and ends where its call did', () => {
  expect(barPlace(row(1, 250, { durationMs: 500 }), span)).toEqual({ left: 25, width: 50 });
});

test.each([
  ['a call before the span', row(1, -500, { durationMs: 100 })],
  ['a call that goes on after it', row(1, 900, { durationMs: 9_000 })],
  ['a time that is none', row(1, 0, { startedAt: 'yesterday' })],
])('%s stays inside', (_, call) => {
  const { left, width } = barPlace(call, span);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(left + width).toBeLessThanOrEqual(100);
});

test('a span without length is no division by zero', () => {
  expect(barPlace(row(1, 0, { durationMs: 0 }), { ...span, endedAt: sessionStart })).toEqual({
    left: 0,
    width: 0,
  });
});
