import { renderToString } from 'preact-render-to-string';
import { RoundBlock } from '../../../../src/ui/dashboard/sessions/round-block.tsx';
import type { RoundStory } from '../../../../src/ui/dashboard/sessions/session-story.ts';
import { sessionStory } from '../../../../src/ui/dashboard/sessions/session-story.ts';
import { bet, lost, rollback, withoutBalance } from './rows.ts';

const shown = (...rows: Parameters<typeof sessionStory>[0]): string => {
  const [round] = sessionStory(rows) as RoundStory[];
  return round === undefined ? '' : renderToString(<RoundBlock round={round} />);
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
  expect(shown(bet(1, 0, { transactionId: 't', roundFinished: false }))).toContain(
    'not finished yet',
  );
});

test('markup in ids is text', () => {
  const id = '<img src=x onerror=alert(1)>';
  expect(shown(bet(1, 0, { transactionId: id, gameRoundId: id, id }))).not.toContain('<img');
});
