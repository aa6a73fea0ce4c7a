import { describe, expect, it } from '@jest/globals';
import { errorText, renderError } from '../../src/cli/exit-code.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';

describe('renderError', () => {
  it('tells what failed, then the remedy on a line of its own', () => {
    const error = new WalletproofError('usage', 'Port 4600 is in use.', 'Use --port 0.');
    expect(renderError(error)).toBe('Port 4600 is in use.\nUse --port 0.\n');
  });

  it('keeps the columns of an error that points', () => {
    const pointing = 'a.yaml:3:5: what is this?\n  - mkaeBet: {}\n    ^';
    const error = new WalletproofError('scenario', pointing, 'Use makeBet.');
    expect(renderError(error)).toBe(`${pointing}\nUse makeBet.\n`);
  });

  it('lets no escape sequence through', () => {
    const error = new WalletproofError('target', 'It said \u001b[2J\u001b[31mboo\u0007.', '');
    expect(renderError(error)).toBe('It said boo.\n');
  });
});

it('a log has the stack of a bug, and of our own errors what to do', () => {
  const error = new WalletproofError('environment', 'The disk is full.', 'Free some space.');
  expect(errorText(error)).toBe('The disk is full.\nFree some space.');
  expect(errorText(new TypeError('no'))).toMatch(/^TypeError: no\n {4}at /);
  expect(errorText('thrown')).toBe('thrown');
});
