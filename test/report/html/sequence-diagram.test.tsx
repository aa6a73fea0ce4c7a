import { describe, expect, it } from '@jest/globals';
import { renderToString } from 'preact-render-to-string';
import type { DiagramMessage } from '../../../src/report/html/sequence-diagram.tsx';
import { Arrow, Lifelines, layOutMessages } from '../../../src/report/html/sequence-diagram.tsx';

const shape = {
  top: 30,
  places: { platform: 100, agent: 400 },
  heights: { request: 40, answer: 20 },
  halfBar: 3,
} as const;

const request = { from: 'platform', to: 'agent', kind: 'request' } as const;
const answer = { from: 'agent', to: 'platform', kind: 'answer' } as const;
const lost = { ...answer, kind: 'lost' } as const;

const placed = (...messages: DiagramMessage[]) => layOutMessages(messages, shape);

describe('layOutMessages', () => {
  it('puts each message below the one before, by the room that it takes', () => {
    expect(placed(request, answer, request, lost).map(({ y }) => y)).toEqual([70, 90, 130, 150]);
  });

  it('leads a request to the bar of who answers, and an answer from there', () => {
    expect(placed(request, answer)).toMatchObject([
      { x1: 100, x2: 391, tip: 397 },
      { x1: 397, x2: 100, tip: 100 },
    ]);
  });

  it('turns round what the agent asks', () => {
    const [asked, answered] = placed(
      { from: 'agent', to: 'platform', kind: 'request' },
      { from: 'platform', to: 'agent', kind: 'answer' },
    );
    expect(asked).toMatchObject({ x1: 400, x2: 109, tip: 103 });
    expect(answered).toMatchObject({ x1: 103, x2: 400, tip: 400 });
  });

  it('ends an answer that never came half way', () => {
    expect(placed(lost)).toMatchObject([{ x1: 397, x2: 250, tip: 250 }]);
  });

  it('gives calls at the same time lanes beside each other, from nine pixels down to what there is', () => {
    const lanes = (count: number): number[] =>
      placed(...Array.from({ length: count }, (_, lane) => ({ ...request, lane }))).map(
        ({ shift }) => shift,
      );
    expect(lanes(3)).toEqual([0, 9, 18]);
    expect(lanes(12).at(-1)).toBe(49.5);
    const [, answered] = placed({ ...request, lane: 1 }, { ...answer, lane: 1 });
    expect(answered).toMatchObject({ x1: 406, tip: 100 });
  });
});

describe('the drawing', () => {
  const drawn = (message: DiagramMessage): string =>
    renderToString(<g>{placed(message).map((each) => Arrow({ placed: each }))}</g>);

  it('draws a request with a head that points to who answers', () => {
    expect(drawn(request)).toBe(
      '<g><line class="arrow" x1="100" x2="391" y1="70" y2="70"></line><path class="head" d="M397 70 l-7 -4 v8 z"></path></g>',
    );
  });

  it('draws an answer dashed, its head the other way', () => {
    expect(drawn(answer)).toContain('class="arrow back"');
    expect(drawn(answer)).toContain('d="M100 50 l7 -4 v8 z"');
  });

  it('draws a cross and no head where nothing came', () => {
    expect(drawn(lost)).toContain('<path class="cross" d="M245 45 l10 10 m0 -10 l-10 10">');
    expect(drawn(lost)).not.toContain('head');
  });

  it('draws a lifeline for each party, named on top', () => {
    const markup = renderToString(<Lifelines places={shape.places} bottom={200} />);
    expect(markup.match(/class="lifeline"/g)).toHaveLength(2);
    expect(markup).toContain('x1="400" x2="400" y1="26" y2="200"');
    expect(markup).toMatch(/x="100" y="16" text-anchor="middle">platform<.*x="400".*>agent</);
  });
});
