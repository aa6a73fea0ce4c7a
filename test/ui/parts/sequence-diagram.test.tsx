import { renderToString } from 'preact-render-to-string';
import { diagramSteps } from '../../../src/ui/dashboard/sessions/diagram-view.tsx';
import type { DiagramStep } from '../../../src/ui/parts/sequence-diagram.tsx';
import { mermaidText, SequenceDiagram, svgFile } from '../../../src/ui/parts/sequence-diagram.tsx';
import { bet, lost, withoutBalance } from '../dashboard/sessions/rows.ts';

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

const numbers = (markup: string, pattern: RegExp): readonly (readonly number[])[] =>
  [...markup.matchAll(pattern)].map(([, ...found]) => found.map(Number));

const lines = (markup: string) =>
  numbers(markup, /class="arrow[^"]*" x1="([\d.]+)" x2="([\d.]+)" y1="(\d+)"/g);

const [platform, agent] = [290, 700] as const;

test('each arrow has a row of its own and goes from party to party, its head at the end', () => {
  const markup = drawn(bet(1, 0, { transactionId: 't', origin: 'hand' }));
  const [request = [], answer = []] = lines(markup);
  expect([request[2], answer[2]]).toEqual([64, 98]);
  for (const x of [request[0], answer[1]]) expect(Math.abs(Number(x) - platform)).toBeLessThan(10);
  for (const x of [request[1], answer[0]]) expect(Math.abs(Number(x) - agent)).toBeLessThan(10);
  const heads = numbers(markup, /class="head" d="M([\d.]+) ([\d.]+) ?l(-?\d+)/g);
  expect(heads.map(([, y, back = 0]) => [y, Math.sign(back)])).toEqual([
    [64, -1],
    [98, 1],
  ]);
  expect(markup).toContain('viewBox="0 0 760 132"');
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

test('what is lost goes half the way', () => {
  const markup = drawn(withoutBalance(bet(1, 0, { transactionId: 't', origin: 'hand', ...lost })));
  const [, [, end = 0] = []] = lines(markup);
  expect(Math.abs(end - (platform + agent) / 2)).toBeLessThan(10);
  expect(markup).toContain('class="cross"');
});

test('a call that was not judged has no sign, and a request never has one', () => {
  const markup = drawn(bet(1, 0, { transactionId: 't', origin: 'hand', verdict: 'unjudged' }));
  expect(markup).toContain('>1  balance 99<');
  const right = drawn(bet(1, 0, { transactionId: 't', origin: 'hand', verdict: 'right' }));
  expect(right).toContain('>1  makeBet t bet 1 win 0<');
  expect(right).toContain('>1  balance 99 ✓<');
});
