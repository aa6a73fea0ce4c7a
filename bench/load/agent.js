/** The agent that `walletproof serve` knows without any configuration. */
export const agent = { id: 1001, token: 'test-token' };
