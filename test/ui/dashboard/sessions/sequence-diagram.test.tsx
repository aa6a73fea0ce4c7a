import { renderToString } from 'preact-render-to-string';
import { diagramSteps } from '../../../../src/ui/dashboard/sessions/diagram-steps.ts';
import { SequenceDiagram } from '../../../../src/ui/dashboard/sessions/sequence-diagram.tsx';
import { svgFile } from '../../../../src/ui/dashboard/sessions/svg-file.ts';
import { bet, lost, withoutBalance } from './rows.ts';

const drawn = (...rows: Parameters<typeof diagramSteps>[0]): string =>
  renderToString(<SequenceDiagram steps={diagramSteps(rows)} />);

test('a wrong answer is marked by a sign, not by colour alone', () => {
  expect(drawn(bet(1, 0, { transactionId: 't', verdict: 'wrong' }))).toContain('balance 99 ✗');
});

test('an answer that never came ends in a cross', () => {
  const markup = drawn(withoutBalance(bet(1, 0, { transactionId: 't', ...lost })));
  expect(markup).toContain('no answer: timeout');
  expect(markup.match(/class="cross"/g)).toHaveLength(1);
});

test('markup in an id is text', () => {
  const markup = drawn(bet(1, 0, { transactionId: '<script>alert(1)</script>' }));
  expect(markup).not.toContain('<script');
});

test('the file has its styles within the svg element', () => {
  const file = svgFile('<svg xmlns="http://www.w3.org/2000/svg"><text>a</text></svg>');
  expect(file).toMatch(/^<\?xml .*\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg"><style>/);
  expect(file).toContain('<text>a</text></svg>');
});
