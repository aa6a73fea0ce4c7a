import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import type { RefusedAnswer } from './refused.ts';
import { refused } from './refused.ts';

export interface Catalogue {
  find(gameId: number): Game | undefined;
  /** The game if this agent may offer it; else game_not_found or game_not_available. */
  offer(
    agent: AgentConfiguration,
    gameId: number,
  ): { readonly kind: 'game'; game: Game } | RefusedAnswer;
  /** The content of `list` for this agent (section 4) and the brace after it; the same each time. */
  listTail(agent: AgentConfiguration): ConstantTail;
}

const renderListTail = (games: readonly Game[]): ConstantTail => {
  const content = {
    games: games.map(({ id, title, brand, image_url, demo }) => ({
      id,
      title,
      brand,
      image_url,
      demo,
    })),
    total: games.length,
  };
  const text = `${JSON.stringify(content)}}`;
  return { text, bytes: Buffer.from(text) };
};

/** The games of a platform. They do not change, so each agent's list is rendered once. */
export const createCatalogue = (games: readonly Game[]): Catalogue => {
  const byId = new Map(games.map((game) => [game.id, game]));
  const lists = new Map<number, ConstantTail>();

  return {
    find: (gameId) => byId.get(gameId),
    offer: (agent, gameId) => {
      const game = byId.get(gameId);
      if (game === undefined) return refused('game_not_found', `No game has the id ${gameId}.`);
      return agent.unavailableGames.includes(gameId)
        ? refused(
            'game_not_available',
            `Game ${gameId} (${game.title}) is not available for agent ${agent.id}.`,
          )
        : { kind: 'game', game };
    },
    listTail: (agent) => {
      const known = lists.get(agent.id);
      if (known !== undefined) return known;
      const list = renderListTail(games.filter(({ id }) => !agent.unavailableGames.includes(id)));
      lists.set(agent.id, list);
      return list;
    },
  };
};

/** The end of an answer that never changes. */
export interface ConstantTail {
  readonly text: string;
  readonly bytes: Buffer;
}
