import { describe, expect, it } from '@jest/globals';
import { renderToString } from 'preact-render-to-string';
import { type DiagramStep, layOutSteps, SequenceDiagram } from '../../src/components/sequence-diagram.tsx';

const request = (number = 1): DiagramStep => ({
  from: 'platform',
  to: 'agent',
  kind: 'request',
  text: 'makeBet',
  number,
});
const answer = (number = 1): DiagramStep => ({
  from: 'agent',
  to: 'platform',
  kind: 'answer',
  text: 'balance 1.00',
  number,
});
const lost = (number = 1): DiagramStep => ({ ...answer(number), kind: 'lost' });

const placed = (...steps: DiagramStep[]) => layOutSteps(steps, { platform: 100, agent: 400 });

describe('layOutSteps', () => {
  it('puts each message below the one before, with room for each line that it has', () => {
    const steps = [request(), { ...answer(), due: 'due: 2.00' }, { ...request(2), note: 'again' }];
    expect(placed(...steps).map(({ y }) => y)).toEqual([64, 107, 154]);
  });

  it('leads a request to the bar of who answers, and an answer from there', () => {
    expect(placed(request(), answer())).toMatchObject([
      { x1: 100, x2: 391, tip: 397 },
      { x1: 397, x2: 100, tip: 100 },
    ]);
  });

  it('turns round what the agent asks', () => {
    const [asked, answered] = placed(
      { ...request(), from: 'agent', to: 'platform' },
      { ...answer(), from: 'platform', to: 'agent' },
    );
    expect(asked).toMatchObject({ x1: 400, x2: 109, tip: 103 });
    expect(answered).toMatchObject({ x1: 103, x2: 400, tip: 400 });
  });

  it('ends an answer that never came half way', () => {
    expect(placed(lost())).toMatchObject([{ x1: 397, x2: 250, tip: 250 }]);
  });

  it('gives calls at once lanes beside each other, from nine pixels down to what there is', () => {
    const shifts = (count: number): number[] =>
      placed(...Array.from({ length: count }, (_, index) => request(index + 1))).map(({ shift }) => shift);
    expect(shifts(3)).toEqual([0, 9, 18]);
    expect(shifts(12).at(-1)).toBe(49.5);
  });

  it('gives the lane of an answered call to the next', () => {
    const rows = placed(request(1), request(2), answer(1), request(3), answer(2), answer(3));
    expect(rows.map(({ shift }) => shift)).toEqual([0, 9, 0, 0, 9, 0]);
  });
});

describe('the drawing', () => {
  const drawn = (...steps: DiagramStep[]): string =>
    renderToString(<SequenceDiagram steps={steps} label="calls" parties="platform and agent" />);

  it('draws a request with a head that points to who answers, and an answer dashed', () => {
    const markup = drawn(request(), answer());
    expect(markup).toMatch(/<path class="head" d="M497 64 l-7 -4 v8 z">/);
    expect(markup).toMatch(/class="arrow back".*d="M96 94 l7 -4 v8 z"/);
  });

  it('draws a cross and no head where nothing came', () => {
    expect(drawn(lost())).toMatch(/<path class="cross" d="M293 55 l10 10 m0 -10 l-10 10">/);
    expect(drawn(lost())).not.toContain('class="head"');
  });

  it('draws a lifeline for each party, named on top, and a bar while a call is worked on', () => {
    const markup = drawn(request(), answer());
    expect(markup.match(/class="lifeline"/g)).toHaveLength(2);
    expect(markup).toMatch(/y="16" text-anchor="middle">platform<.*>agent</);
    expect(markup).toContain('<rect class="busy" x="497" y="64" width="6" height="30">');
  });
});
