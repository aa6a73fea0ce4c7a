import { describe, expect, it } from '@jest/globals';
import { renderToString } from 'preact-render-to-string';
import { BreachCard } from '../../src/components/breach-card.tsx';
import type { BreachView, CallView } from '../../src/components/breach-view.ts';
import { isOnTimeLine, TimeLine } from '../../src/components/time-line.tsx';

const call = (number: number, startedAt: string, durationMs: number, given: Partial<CallView> = {}): CallView => ({
  number,
  exchangeId: `x${number}`,
  direction: 'callback',
  kind: 'makeBet',
  label: `makeBet ${number}`,
  answered: '999.96',
  isWrong: false,
  isOfBurst: true,
  status: 200,
  startedAt: `2026-01-01T00:00:00.${startedAt}Z`,
  durationMs,
  ...given,
});

const before = call(1, '000250', 1.25);
const after = call(2, '001750', 2.5, { isWrong: true });

const sentence = 'makeBet 1 answered 999.96; makeBet 2, sent after that, answered 999.96, without makeBet 1.';

const drawn = (calls: readonly CallView[]): string => renderToString(<TimeLine calls={calls} sentence={sentence} />);

/** Left and right edge of each bar. */
const barsIn = (markup: string): [number, number][] =>
  [...markup.matchAll(/<rect x="([\d.]+)"[^>]*width="([\d.]+)"/g)].map(([, x, width]) => [
    Number(x),
    Number(x) + Number(width),
  ]);

describe('calls at once on a time line', () => {
  it('stand one after another where one was answered before the other was sent, to the microsecond', () => {
    const [[, end] = [0, 0], [start] = [0]] = barsIn(drawn([before, after]));
    expect(end).toBeLessThan(start);
  });

  it('overlap where they did', () => {
    const [[, end] = [0, 0], [start] = [0]] = barsIn(drawn([before, call(2, '001250', 2)]));
    expect(end).toBeGreaterThan(start);
  });

  it('are as wide as they took, and never nothing', () => {
    const bars = barsIn(drawn([before, after, call(3, '002000', 0.0001)]));
    const [first = 0, second = 0, third = 0] = bars.map(([from, to]) => to - from);
    expect(second / first).toBeCloseTo(2, 5);
    expect(third).toBe(2);
  });

  it('stand between their names and their answers, and cover neither', () => {
    const markup = drawn([before, call(2, '000260', 9.5, { answered: '402 insufficient_balance' })]);
    const answersAt = [...markup.matchAll(/<text class="answer" x="([\d.]+)"/g)].map(([, x]) => Number(x));
    for (const [from, to] of barsIn(markup)) {
      expect(from).toBeGreaterThanOrEqual(200);
      expect(to).toBeLessThan(Math.min(...answersAt));
    }
  });

  it('mark the answer that cannot be, and say the whole in words', () => {
    const markup = drawn([before, after]);
    expect(markup).toMatch(/<g class="wrong"><text[^>]*>2 makeBet 2<\/text>.*✗/);
    expect(markup).toContain(`aria-label="${sentence}"`);
  });

  it('are drawn in the card of a breach, beside its sentence, where several went at once', () => {
    const breach: BreachView = {
      ...{ code: 'stale-balance', weight: 'breach', title: 'A balance', requirements: [], message: sentence },
      ...{ change: 'Read it again.', calls: [before, after], leftOut: 0 },
    };
    const markup = (calls: readonly CallView[]): string =>
      renderToString(<BreachCard id="b" breach={{ ...breach, calls }} />);
    expect(markup([before, after])).toContain('class="time-line"');
    expect(markup([before, after])).toContain('sent after that');
    expect(markup([before])).not.toContain('time-line');
    expect(isOnTimeLine([before, { ...after, isOfBurst: undefined as never }])).toBe(false);
  });

  it('show a name of any length as text', () => {
    expect(drawn([before, call(2, '001750', 1, { label: `makeBet <b>${'x'.repeat(90)}` })])).toContain('&lt;b>xxx');
  });
});
