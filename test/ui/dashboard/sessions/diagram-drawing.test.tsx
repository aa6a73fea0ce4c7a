import { renderToString } from 'preact-render-to-string';
import { type DiagramStep, SequenceDiagram } from '../../../../src/components/sequence-diagram.tsx';
import { diagramSteps, mermaidText, svgFile } from '../../../../src/ui/dashboard/sessions/diagram.tsx';
import { bet, lost, withoutBalance } from './rows.ts';

const drawn = (...rows: Parameters<typeof diagramSteps>[0]): string =>
  renderToString(<SequenceDiagram steps={diagramSteps(rows)} label="calls" parties="player, platform and agent" />);

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

const messageOf = (text: string): string => {
  const step: DiagramStep = { from: 'platform', to: 'agent', kind: 'request', text };
  const [, , , , line = ''] = mermaidText([step]).split('\n');
  return line.replace('  platform->>agent: ', '');
};

test('a bet is four lines of Mermaid', () => {
  expect(mermaidText(diagramSteps([bet(1, 0, { transactionId: 'tx_1' })]))).toBe(
    [
      'sequenceDiagram',
      '  participant player',
      '  participant platform',
      '  participant agent',
      '  player->>platform: bets 1',
      '  platform->>agent: 1 makeBet tx_1 bet 1 win 0',
      '  agent-->>platform: 1 balance 99',
      '  platform-->>player: balance 99',
      '',
    ].join('\n'),
  );
});

test.each([
  ['a line break', 'a\nend', 'a#10;#101;nd'],
  ['markup', '<b>', '#60;b#62;'],
  ['the end of a statement', 'a;b', 'a#59;b'],
  ['an entity', '#60;', '#35;60#59;'],
  ['a comment', '%% gone', '#37;#37; gone'],
  ['a colon', 'a: b', 'a#58; b'],
  ['the word end', 'The End', 'The #69;nd'],
  ['an arrow', 'a-->b', 'a-#45;#62;b'],
  ['letters of others', 'Жетон-7', 'Жетон-7'],
])('%s stays text', (_, text, written) => {
  expect(messageOf(text)).toBe(written);
});

test('an id cannot add a line', () => {
  const hostile = 't\n  agent->>player: paid';
  const steps = diagramSteps([bet(1, 0, { transactionId: hostile })]);
  expect(mermaidText(steps).split('\n')).toHaveLength(9);
});

test('what the player does is told apart from what goes over the wire', () => {
  const markup = drawn(bet(1, 0, { transactionId: 't', verdict: 'wrong' }));
  expect([...markup.matchAll(/<g class="([\w-]+)"/g)].map(([, name]) => name)).toEqual([
    'by-player',
    'plain',
    'wrong',
    'by-player',
  ]);
});

test('a call that was not judged has no sign, and a request never has one', () => {
  const markup = drawn(bet(1, 0, { transactionId: 't', origin: 'hand', verdict: 'unjudged' }));
  expect(markup).toContain('>balance 99<');
  const right = drawn(bet(1, 0, { transactionId: 't', origin: 'hand', verdict: 'right' }));
  expect(right).toContain('>makeBet t bet 1 win 0<');
  expect(right).toContain('>balance 99 ✓<');
});
