import { faultText } from '../../../../src/ui/dashboard/controls/fault-text.ts';

test.each([
  [
    { direction: 'callback', fault: 'answer-lost', on: 'makeBet', times: 1 },
    'answer-lost on makeBet, once more',
  ],
  [
    { direction: 'callback', fault: 'delayed', delayMs: 250, times: 4 },
    'delayed on every callback, 250 ms, 4 more times',
  ],
  [
    { direction: 'operation', fault: 'refused', code: 'game_not_found' },
    'refused with game_not_found on every request of the agent, until it is switched off',
  ],
] as const)('%j', (fault, text) => {
  expect(faultText(fault)).toBe(text);
});
