import type { ListWindow } from '../../../../src/ui/dashboard/traffic/list-window.ts';
import { goBack, isAtEnd, topOf } from '../../../../src/ui/dashboard/traffic/list-window.ts';
import { openSession } from './rows.ts';

/** A window on rows of 32 pixels below a head of the same height. */
const windowAt = (scrollOffset: number) => {
  const moves: (number | 'end')[] = [];
  const window = {
    scrollOffset,
    options: { paddingStart: 32, estimateSize: () => 32 },
    scrollToEnd: () => moves.push('end'),
    scrollToOffset: (offset: number) => moves.push(offset),
  } as unknown as ListWindow;
  return { window, moves };
};

const scrolled = (scrollTop: number) =>
  ({ scrollHeight: 1_000, clientHeight: 300, scrollTop }) as HTMLElement;

test('a few pixels do not matter for being at the end', () => {
  expect([700, 680, 650].map((top) => isAtEnd(scrolled(top), 32))).toEqual([true, true, false]);
});

test('the list comes back to where it was left, to the pixel', async () => {
  const session = await openSession(100);
  session.isFollowing.value = false;
  const left = windowAt(32 + 10 * 32 + 7);
  session.top = topOf(session, left.window, 10);
  expect(session.top).toEqual({ seq: 11, shift: 7 });
  const { window, moves } = windowAt(0);
  goBack(session, window);
  expect(moves).toEqual([32 + 10 * 32 + 7]);
});

test('who followed the newest comes back to the newest', async () => {
  const session = await openSession(100);
  session.top = { seq: 11, shift: 7 };
  const { window, moves } = windowAt(0);
  goBack(session, window);
  expect(moves).toEqual(['end']);
});
