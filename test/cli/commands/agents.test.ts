import { expect, it } from '@jest/globals';
import type { AgentView } from '../../../src/api/schemas/agents.ts';
import { renderAgents } from '../../../src/cli/commands/agents.ts';

const agent: AgentView = {
  ...{ id: 1001, hasToken: true, callbackUrl: 'http://127.0.0.1:1/\u001b[2Jcb', signedIn: 'php' },
  ...{ unavailableGames: [104], source: 'configuration', changed: [], isMain: true },
  players: [{ id: 'player-1', username: 'One', currencies: ['USD'], language: 'en' }],
};

it('lists agents a line each; what a terminal would obey is written out', () => {
  const other = { ...agent, id: 1003, hasToken: false, isMain: false, players: [], dialect: 'go' };
  const text = renderAgents([agent, { ...other, callbackUrl: undefined as never }]);
  expect(text.replaceAll(/ +/g, ' ')).toBe(
    [
      'agent token callbacks go to dialect players not available opened by changed here',
      '1001 * yes http://127.0.0.1:1/\\u{001b}[2Jcb auto (php) player-1 104 configuration -',
      '1003 none nowhere go none 104 configuration -',
      '',
    ].join('\n'),
  );
});
