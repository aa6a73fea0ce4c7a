/** The token of a command that needs no agent, and whether nobody gave one. */
export interface ApiToken {
  readonly token: string;
  readonly from: 'given' | 'default';
}

const defaultToken = 'test-token';

/** `--token`, else WALLETPROOF_TOKEN, else that of the default agent. */
export const apiToken = (
  flag: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): ApiToken => {
  const token = flag ?? environment['WALLETPROOF_TOKEN'];
  return token === undefined || token === ''
    ? { token: defaultToken, from: 'default' }
    : { token, from: 'given' };
};
