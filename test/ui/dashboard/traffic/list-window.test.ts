import { drawnLines, type ListShape, revealCall, startOf } from '../../../../src/ui/dashboard/traffic/list-window.ts';
import type { TrafficSession } from '../../../../src/ui/dashboard/traffic/traffic-session.ts';
import { openSession } from './rows.ts';

/** Lines of 32 pixels, in a window of 320. */
const shapeOf = ({ rows }: TrafficSession): ListShape => ({
  ...{ count: rows.count(), line: 32, head: 32 },
  ...{ seqAt: rows.seqAt, indexOf: rows.indexOf, want: rows.want },
});

const view = 320;

test('who follows the newest sees the end, however many there are', async () => {
  const session = await openSession(1_000);
  expect(startOf(session, shapeOf(session), view)).toBe(32_000 - view);
});

test('the list comes back to where it was left, to the pixel', async () => {
  const session = await openSession(1_000);
  session.isFollowing.value = false;
  session.top = { seq: 11, index: 99, shift: 7 };
  expect(startOf(session, shapeOf(session), view)).toBe(10 * 32 + 7);
});

test('where it is not known which row was at the top, it is the place of the same number', async () => {
  const session = await openSession(1_000);
  session.isFollowing.value = false;
  session.top = { seq: 0, index: 10, shift: 7 };
  expect(startOf(session, shapeOf(session), view)).toBe(10 * 32 + 7);
});

test('a place that is gone is the end', async () => {
  const session = await openSession(5);
  session.isFollowing.value = false;
  session.top = { seq: 99, index: 0, shift: 0 };
  expect(startOf(session, shapeOf(session), view)).toBe(0);
});

test.each([
  [0, [0, 26]],
  [16_000, [488, 526]],
  [31_680, [976, 1_000]],
])('only lines near the window are drawn, from %i pixels on', async (start, drawn) => {
  expect(drawnLines(start, shapeOf(await openSession(1_000)), view)).toEqual(drawn);
});

test('a call that is opened from elsewhere is shown in the list, the newest where they are', async () => {
  const session = await openSession(1_000);
  await revealCall(session, { seq: 999 });
  expect([session.isFollowing.value, session.cursor.value?.seq]).toEqual([true, 999]);
  await revealCall(session, { seq: 20 });
  expect([session.isFollowing.value, session.top.seq]).toEqual([false, 20]);
});
