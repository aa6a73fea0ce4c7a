import { renderToString } from 'preact-render-to-string';
import { barPlace, RoundBlock, Rounds, roundSpan } from '../../../../src/ui/dashboard/sessions/rounds.tsx';
import { type RoundStory, sessionStory } from '../../../../src/ui/dashboard/sessions/session-story.ts';
import { bet, lost, rollback, row, sessionStart, withoutBalance } from './rows.ts';

const rounds = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    bet(index + 1, index * 100, { transactionId: `t-${index}`, gameRoundId: `r-${index}` }),
  );

test('a long session shows its last rounds, and a button for earlier ones', () => {
  const markup = renderToString(<Rounds rows={rounds(100)} isWhole />);
  expect(markup.match(/<details/g)).toHaveLength(60);
  expect(markup).toContain('Round 100 ·');
  expect(markup).not.toContain('Round 40 ·');
  expect(markup).toContain('Show 40 earlier');
});

test('rounds are counted where the rows begin with the session, and not by what is read of it', () => {
  expect(renderToString(<Rounds rows={rounds(1)} isWhole={false} />)).toContain('<h2>Round · bet');
});

test('a moved clock is marked at the times of its calls', () => {
  const moved = row(1, 0, { shiftMs: 86_400_000 });
  expect(renderToString(<Rounds rows={[moved]} isWhole />)).toContain('(+24 h)');
});

test('calls between rounds stand between them', () => {
  const [first, second] = rounds(2);
  if (first === undefined || second === undefined) throw new Error('two rounds are needed');
  const markup = renderToString(<Rounds rows={[first, row(9, 50), { ...second, seq: 10 }]} isWhole />);
  const places = ['Round 2 ', 'getBalance', 'Round 1 '].map((text) => markup.indexOf(text));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});

const shown = (...rows: Parameters<typeof sessionStory>[0]): string => {
  const [round] = sessionStory(rows) as RoundStory[];
  return round === undefined ? '' : renderToString(<RoundBlock round={round} number={undefined} isNewest />);
};

test('a bet that was lost and rolled back says so, and each sending is a link', () => {
  const markup = shown(
    withoutBalance(bet(1, 0, { transactionId: 't', ...lost })),
    rollback(2, 1_000, 't', { verdict: 'wrong' }),
  );
  expect(markup).toContain('rolled back');
  expect(markup).toContain('no answer: timeout');
  expect(markup).toContain('href="#/exchanges/ex-1"');
  expect(markup).toContain('href="#/exchanges/ex-2"');
  expect(markup).toContain('wrong');
});

test('a round whose win is still to come is not finished', () => {
  expect(shown(bet(1, 0, { transactionId: 't', roundFinished: false }))).toContain('not finished yet');
});

test('markup in ids is text', () => {
  const id = '<img src=x onerror=alert(1)>';
  expect(shown(bet(1, 0, { transactionId: id, gameRoundId: id, id }))).not.toContain('<img');
});

test.each([
  [11, 100],
  [100, 100],
  [101, 1_000],
  [8_010, 20_000],
  [9_999_999, 9_999_999],
])('a round of %d ms stands on a track of %d ms', (took, length) => {
  expect(roundSpan({ startedAt: 1_000, endedAt: 1_000 + took })).toEqual({
    startedAt: 1_000,
    endedAt: 1_000 + length,
  });
});

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
