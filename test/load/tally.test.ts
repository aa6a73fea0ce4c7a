import { expect, it } from '@jest/globals';
import { ShareTally } from '../../src/load/tally.ts';
import { openedPlayer } from './made-up-plan.ts';

it('counts what is doubted alike as one, and the players that are not called any more', () => {
  const tally = new ShareTally(() => undefined);
  const [player, parked] = [openedPlayer(), openedPlayer({ number: 1 })];
  parked.state = 'parked';
  tally.doubt({ reason: 'refused for order 17', alike: 'refused for order …', evidence: [] }, player);
  tally.doubt({ reason: 'refused for order 18', alike: 'refused for order …', evidence: [] }, parked);
  tally.late();

  expect(tally.counts().doubts).toMatchObject([
    { reason: 'refused for order 17', count: 2, parked: 1, player: 'load-1' },
    { about: 'note', count: 1, parked: 0 },
  ]);
});

it('tells so many errors apart, and counts the others', () => {
  const troubles: string[] = [];
  const tally = new ShareTally((said) => troubles.push(said));
  for (let n = 0; n < 60; n += 1) tally.error('makeBet', `HTTP 500 no ${n}`);
  tally.error('makeBet', 'HTTP 500 no 3');
  const { errors } = tally.counts();

  expect(errors).toHaveLength(51);
  expect(errors.find(({ said }) => said === 'HTTP 500 no 3')?.count).toBe(2);
  expect(errors.at(-1)).toEqual({ type: 'makeBet', said: 'other errors', count: 10 });
  expect(troubles).toHaveLength(61);
});
