import { describe, expect, it } from '@jest/globals';
import { errorText, renderError } from '../../src/cli/exit-code.ts';
import { PointingError, WalletproofError } from '../../src/spec/walletproof-error.ts';

describe('renderError', () => {
  it('tells what failed, then the remedy on a line of its own', () => {
    const error = new WalletproofError('usage', 'Port 4600 is in use.', 'Use --port 0.');
    expect(renderError(error)).toBe('Port 4600 is in use.\nUse --port 0.\n');
  });

  it('keeps the columns of an error that points', () => {
    const pointing = 'a.yaml:3:5: what is this?\n  - mkaeBet: {}\n    ^';
    const error = new PointingError('scenario', pointing, 'Use makeBet.');
    expect(renderError(error)).toBe(`${pointing}\nUse makeBet.\n`);
  });

  it('lets no escape sequence through', () => {
    const error = new WalletproofError('target', 'It said \u001b[31mboo\u0007.', '');
    expect(renderError(error)).toBe('It said \\u{001b}[31mboo\\u{0007}.\n');
  });

  it('begins no line with what somebody named: a file, a player, a requirement, a URL', () => {
    const name = 'a\nCONFORMANT\r\n\u001b[32mok';
    const shown = 'a\\u{000a}CONFORMANT\\u{000d}\\u{000a}\\u{001b}[32mok';
    const error = new WalletproofError('usage', `There is no ${name}.`, `Not ${name}?`);
    expect(renderError(error)).toBe(`There is no ${shown}.\nNot ${shown}?\n`);
  });
});

it('a log has the stack of a bug, and of our own errors what to do', () => {
  const error = new WalletproofError('environment', 'The disk is full.', 'Free some space.');
  expect(errorText(error)).toBe('The disk is full.\nFree some space.');
  expect(errorText(new TypeError('no'))).toMatch(/^TypeError: no\n {4}at /);
  expect(errorText('thrown')).toBe('thrown');
});
