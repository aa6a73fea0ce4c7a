import { afterEach, expect, it } from '@jest/globals';
import { renderToString } from 'preact-render-to-string';
import type { AgentView } from '../../../../src/api/schemas/agents.ts';
import type { Setup } from '../../../../src/api/schemas/platform.ts';
import { AgentCard } from '../../../../src/ui/dashboard/agents/agent-card.tsx';
import { store } from '../../../../src/ui/parts/store.ts';

afterEach(() => {
  store.setup.value = undefined;
});

const agent: AgentView = {
  ...{ id: 1003, hasToken: false, callbackUrl: 'http://127.0.0.1:1/\u202ecb' },
  ...{ unavailableGames: [104, 9], source: 'admin', changed: ['callbackUrl'], isMain: false },
  players: [],
};

const cardOf = (change: Partial<AgentView> = {}): string =>
  renderToString(<AgentCard agent={{ ...agent, ...change }} />);

it('tells what an agent is, its games by their titles', () => {
  store.setup.value = { games: [{ id: 104, title: 'Orbit Roulette' }] } as unknown as Setup;
  const card = cardOf();
  for (const text of ['Agent 1003', 'none: api_token_not_found', 'Orbit Roulette, 9', 'callback URL']) {
    expect(card).toContain(text);
  }
  expect(card).toContain('http://127.0.0.1:1/\\u{202e}cb');
});

it('closes those that were opened here, and no others', () => {
  expect(cardOf()).toContain('Close agent 1003');
  expect(cardOf({ source: 'configuration' })).not.toContain('Close agent 1003');
});
