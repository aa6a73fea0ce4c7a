import { closestWord } from '../../../src/formats/document/closest-word.ts';

describe('closestWord', () => {
  it.each([
    ['bett', 'bet'],
    ['be', 'bet'],
    ['roundFinished', 'round_finished'],
    ['makebet', 'makeBet'],
    ['rollbcak', 'rollback'],
  ])('takes %s for %s', (word, meant) => {
    const known = ['id', 'bet', 'win', 'round', 'round_finished', 'makeBet', 'rollback'];
    expect(closestWord(word, known)).toBe(meant);
  });

  it('counts two swapped letters as one edit', () => {
    expect(closestWord('ba', ['ab'])).toBe('ab');
    expect(closestWord('bca', ['abc'])).toBeUndefined();
  });

  it('finds nothing where nothing is near', () => {
    expect(closestWord('timeout', ['id', 'bet', 'win'])).toBeUndefined();
    expect(closestWord('bet', [])).toBeUndefined();
  });

  it('takes the nearest of several, the first of equals', () => {
    expect(closestWord('player', ['players', 'player_id', 'layer'])).toBe('players');
  });
});
