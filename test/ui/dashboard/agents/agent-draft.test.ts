import { expect, it } from '@jest/globals';
import type { AgentView } from '../../../../src/api/schemas/agents.ts';
import {
  changeOrderOf,
  draftOf,
  emptyAgentDraft,
  openOrderOf,
  withGame,
} from '../../../../src/ui/dashboard/agents/agent-draft.ts';

const agent: AgentView = {
  ...{ id: 1003, hasToken: true, callbackUrl: 'http://127.0.0.1:1/cb', dialect: 'php' },
  ...{ unavailableGames: [104, 105], source: 'admin', changed: [], isMain: false },
  players: [{ id: 'p:1', username: 'One', currencies: ['USD', 'EUR'], language: 'de' }],
};

it('changes nothing where nothing was typed', () => {
  const draft = { ...draftOf(agent), unavailableGames: [105, 104] };
  expect(changeOrderOf(draft, agent)).toBeUndefined();
});

it('gives no URL back whose secrets it was not shown, whatever else is changed', () => {
  const shown = { ...agent, callbackUrl: 'http://***:***@127.0.0.1:1/cb?key=***' };
  const draft = { ...draftOf(shown), unavailableGames: [104] };
  expect(changeOrderOf(draft, shown)).toEqual({ unavailableGames: [104] });
});

it('sends what was changed alone; what was emptied is taken away', () => {
  const draft = { ...draftOf(agent), callbackUrl: ' ', dialect: '', unavailableGames: [] };
  expect(changeOrderOf(draft, agent)).toEqual({
    ...{ callbackUrl: null, dialect: null, unavailableGames: [] },
  });
});

it('keeps the name and the language of a player that stays', () => {
  const draft = { ...draftOf(agent), players: 'p:1:JPY\n\nanother\n' };
  expect(changeOrderOf(draft, agent)).toEqual({
    players: [
      { id: 'p:1', username: 'One', language: 'de', currencies: ['JPY'] },
      { id: 'another', username: 'another', language: 'en', currencies: ['USD'] },
    ],
  });
});

it('opens an agent with what was filled in', () => {
  expect(openOrderOf({ ...emptyAgentDraft, id: '1003' })).toEqual({
    ...{ id: 1003, players: [], unavailableGames: [] },
  });
  const draft = { ...emptyAgentDraft, id: '7', token: 'a-long-token', callbackUrl: ' http://x/ ' };
  expect(openOrderOf(draft)).toMatchObject({ token: 'a-long-token', callbackUrl: 'http://x/' });
});

it('ticks a game and takes the tick away', () => {
  expect(withGame([104], 105, 'unavailable')).toEqual([104, 105]);
  expect(withGame([104, 105], 104, 'available')).toEqual([105]);
});
