import { expect, it } from '@jest/globals';
import { apiToken } from '../../src/cli/signing-input.ts';

it.each([
  ['flag', 'environment', { token: 'flag', from: 'given' }],
  [undefined, 'environment', { token: 'environment', from: 'given' }],
  [undefined, undefined, { token: 'test-token', from: 'default' }],
  [undefined, '', { token: 'test-token', from: 'default' }],
] as const)('of %s and %s is %j', (flag, environment, expected) => {
  expect(apiToken(flag, { WALLETPROOF_TOKEN: environment })).toEqual(expected);
});
