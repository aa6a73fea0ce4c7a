import { describe, expect, it } from '@jest/globals';
import { describeOutcome, homeLink } from '../../src/games/show-game.ts';

const refused = (code: string, message = 'because') => describeOutcome({ kind: 'refused', code, message }, 'USD');

describe('the outcome of a callback', () => {
  it.each([
    ['USD', '100.5', '100.50'],
    ['JPY', '100', '100'],
    ['USD', '1e2', '100.00'],
    ['USD', '-0.005', '-0.005'],
  ])('that is a balance in %s of %s is shown as %s', (currency, balance, amount) => {
    const shown = describeOutcome({ kind: 'balance', balance }, currency);
    expect(shown).toEqual({ kind: 'balance', amount });
  });

  it('that is an absurd balance is a problem', () => {
    const shown = describeOutcome({ kind: 'balance', balance: '1e400' }, 'USD');
    expect(shown).toMatchObject({ kind: 'problem', code: 'balance', detail: '1e400' });
  });

  it.each([
    ['player_not_found', 'The casino does not know this player.'],
    ['anything_else', 'The casino reports an error.'],
    ['constructor', 'The casino reports an error.'],
  ])('that is the error %s has words for the player, the code for developers', (code, message) => {
    expect(refused(code)).toEqual({ kind: 'problem', message, code, detail: 'because' });
  });

  it('that is no answer says why', () => {
    const shown = describeOutcome({ kind: 'unclear', reason: 'No answer within 5 s.' }, 'USD');
    expect(shown).toMatchObject({ code: 'unclear', detail: 'No answer within 5 s.' });
  });

  it('that is a cancelled bet says so, and why', () => {
    const shown = describeOutcome({ kind: 'rolled-back', reason: 'HTTP 500.' }, 'USD');
    expect(shown).toEqual({
      kind: 'problem',
      message: 'The bet was cancelled.',
      code: 'rolled-back',
      detail: 'HTTP 500.',
    });
  });

  it('is cut when the agent writes a novel', () => {
    expect(refused('x', 'y'.repeat(10_000))).toMatchObject({ detail: 'y'.repeat(300) });
  });
});

describe('the way home', () => {
  it.each([
    ...['https://casino.example/lobby?a=1', 'http://127.0.0.1:8080/', 'mycasino://lobby'],
    ...['mycasino:lobby', 'intent://lobby#Intent;scheme=mycasino;package=casino.example;end'],
  ])('may be %s', (url) => {
    expect(homeLink(url)).toBe(url);
  });

  it.each(['javascript:alert(1)', '/lobby', ''])('is not %p', (url) => {
    expect(homeLink(url)).toBeNull();
  });
});
