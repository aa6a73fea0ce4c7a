import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mostStreams } from '../../src/spec/game-page.ts';
import { slot } from './open-games.ts';
import { listenTo, type OpenKept, openKept } from './open-kept.ts';

let open: OpenKept;
let link: string;
beforeEach(async () => {
  open = await openKept({ gameId: slot });
  link = await open.openLink();
});
afterEach(() => open.close());

describe('the stream of a game', () => {
  it('is one of events, with the guards of everything here', async () => {
    const page = await listenTo(open, link);
    expect(Object.fromEntries(page.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    page.close();
  });

  it('begins with the state as it is', async () => {
    const { round } = await open.ask(link, 'bet', { stake: '1' });
    const page = await listenTo(open, link);
    const state = await page.until(() => true);
    expect([state.history, state.calls]).toEqual([[round], []]);
    page.close();
  });

  it('tells what another page does, and not what its own was answered', async () => {
    const one = await listenTo(open, link, 'one');
    const other = await listenTo(open, link, 'other');
    const { round } = await open.ask(link, 'bet?page=one', { stake: '1' });
    const state = await other.until(({ history }) => history.length === 1);
    expect([state.round, state.calls]).toMatchObject([round, [{ kind: 'makeBet' }]]);
    await open.ask(link, 'bet?page=other', { stake: '1' });
    await one.until(({ history }) => history.length === 2);
    expect(one.states).toHaveLength(2);
    one.close();
    other.close();
  });
});

describe('a stream', () => {
  it('is there in a demo as well', async () => {
    const demo = await open.openDemoLink();
    const page = await listenTo(open, demo);
    await open.ask(demo, 'bet', { stake: '1' });
    await page.until(({ history }) => history.length === 1);
    page.close();
  });

  it('is kept open by comments, and ends with the platform', async () => {
    const response = await fetch(`http://127.0.0.1:${open.port}${link}/api/events`);
    await open.pass(16_000);
    await open.close();
    const text = await response.text().catch(() => '');
    expect(text).toMatch(/\n:\n\n/);
    open = await openKept();
  });

  it('is refused to one more than eight pages', async () => {
    const pages = await Promise.all(Array.from({ length: mostStreams }, () => listenTo(open, link)));
    const { status } = (await listenTo(open, link)).response;
    expect([status, ...pages.map(({ response }) => response.status)]).toEqual([503, ...pages.map(() => 200)]);
    for (const page of pages) page.close();
    await Promise.all(pages.map(({ isOver }) => isOver));
    await open.settle();
    const again = await listenTo(open, link);
    expect(again.response.status).toBe(200);
    again.close();
  });

  it.each([
    ['/play/nothing', '', 404],
    ['', '?page=', 400],
    ['', `?page=${'x'.repeat(65)}`, 400],
    ['', '?page=a%20b', 400],
  ])('of %p with %p is refused with %p', async (path, query, status) => {
    const answer = await open.get(`${path || link}/api/events${query}`);
    expect(answer.status).toBe(status);
  });
});
