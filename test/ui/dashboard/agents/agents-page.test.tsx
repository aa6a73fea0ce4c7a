import { afterEach, expect, it } from '@jest/globals';
import { renderToString } from 'preact-render-to-string';
import type { AgentView } from '../../../../src/api/schemas/agents.ts';
import { adminJsonSchemas } from '../../../../src/api/schemas/all-schemas.ts';
import type { Setup } from '../../../../src/api/schemas/platform.ts';
import { AgentCard, agentDraft, agentFields } from '../../../../src/ui/dashboard/agents/agents-page.tsx';
import { type Draft, orderOf } from '../../../../src/ui/parts/order-schema.ts';
import { store } from '../../../../src/ui/parts/store.ts';

afterEach(() => {
  store.setup.value = undefined;
});

const agent: AgentView = {
  ...{ id: 1003, hasToken: false, callbackUrl: 'http://***:***@127.0.0.1:1/\u202ecb?key=***', dialect: 'php' },
  ...{ unavailableGames: [104, 9], source: 'admin', changed: ['callbackUrl'], isMain: false },
  players: [{ id: 'p:1', username: 'One', currencies: ['USD', 'EUR'], language: 'de' }],
};

const cardOf = (change: Partial<AgentView> = {}): string =>
  renderToString(<AgentCard agent={{ ...agent, ...change }} />);

it('tells what an agent is, its games by their titles', () => {
  store.setup.value = { games: [{ id: 104, title: 'Orbit Roulette' }] } as unknown as Setup;
  const card = cardOf();
  for (const text of ['Agent 1003', 'none: api_token_not_found', 'Orbit Roulette, 9', 'callback URL']) {
    expect(card).toContain(text);
  }
  expect(card).toContain('127.0.0.1:1/\\u{202e}cb');
});

it('closes those that were opened here, and no others', () => {
  expect(cardOf()).toContain('Close agent 1003');
  expect(cardOf({ source: 'configuration' })).not.toContain('Close agent 1003');
});

const schemas = adminJsonSchemas();

const changed = (change: Draft) => {
  const was = agentDraft(agent);
  return orderOf(schemas['AgentChange'] ?? {}, agentFields(agent.players), { ...was, ...change }, was);
};

it('changes what was changed alone, and gives no URL back whose secrets it was not shown', () => {
  expect(changed({})).toEqual({});
  expect(changed({ unavailableGames: '9' })).toEqual({ unavailableGames: [9] });
});

it('keeps the name and the language of a player that stays', () => {
  expect(changed({ players: 'p:1:JPY\n\nanother\n' })).toEqual({
    players: [
      { id: 'p:1', username: 'One', language: 'de', currencies: ['JPY'] },
      { id: 'another', username: 'another', language: 'en', currencies: ['USD'] },
    ],
  });
});

it('leaves it to the platform to refuse a currency that is none', () => {
  expect(changed({ players: 'x:' })).toMatchObject({ players: [{ id: 'x', currencies: [''] }] });
});

it('opens an agent with what was filled in', () => {
  const opened = (draft: Draft) => orderOf(schemas['AgentOrder'] ?? {}, agentFields([]), draft);
  expect(opened({})).toEqual({ players: [], unavailableGames: [] });
  expect(opened({ callbackUrl: ' http://x/ ' })).toMatchObject({ callbackUrl: 'http://x/' });
});
