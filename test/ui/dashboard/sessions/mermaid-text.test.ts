import type { DiagramStep } from '../../../../src/ui/dashboard/sessions/diagram-step.ts';
import { diagramSteps } from '../../../../src/ui/dashboard/sessions/diagram-steps.ts';
import { mermaidText } from '../../../../src/ui/dashboard/sessions/mermaid-text.ts';
import { bet } from './rows.ts';

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
