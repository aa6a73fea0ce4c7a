import { expect, it } from '@jest/globals';
import { createDialects } from '../../src/serve/dialects-of-agents.ts';

const at = (port: number) => ({
  ...{ id: 1001, token: 'test-token', unavailableGames: [], players: [] },
  callbackUrl: `http://127.0.0.1:${port}/`,
});

it('of an agent that is moved for ever the last thousand addresses are known', () => {
  const dialects = createDialects({});
  for (let port = 1; port <= 1_001; port += 1) dialects.use(at(port), 'minimal');
  expect([1, 2, 1_001].map((port) => dialects.of(at(port)))).toEqual([...[undefined, 'minimal', 'minimal']]);
});
