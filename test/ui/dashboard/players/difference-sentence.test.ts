import { differenceSentence } from '../../../../src/ui/dashboard/players/difference-sentence.ts';

test.each([
  [
    'more',
    { actual: '105.00', difference: '5.00' },
    'The agent says 5.00 USD more than the ledger expects.',
  ],
  [
    'less',
    { actual: '95.00', difference: '-5.00' },
    'The agent says 5.00 USD less than the ledger expects.',
  ],
  ['the same', { actual: '100.00' }, 'The agent says the same.'],
  ['nothing', {}, 'The agent has not said a balance yet.'],
])('the agent says %s', (_, said, sentence) => {
  expect(differenceSentence({ currency: 'USD', ...said })).toBe(sentence);
});
