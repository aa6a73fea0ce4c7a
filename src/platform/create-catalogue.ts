import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import { type RefusedAnswer, refused } from './refused.ts';

export interface Catalogue {
  /** In the order of their file. */
  games(): readonly Game[];
  /** Other games from now on; a game that is open goes on. */
  replace(games: readonly Game[]): void;
  find(gameId: number): Game | undefined;
  /** The game if this agent may offer it; else game_not_found or game_not_available. */
  offer(agent: AgentConfiguration, gameId: number): { readonly kind: 'game'; game: Game } | RefusedAnswer;
  /** The content of `list` for this agent (section 4) and the brace after it; the same each time. */
  listTail(agent: AgentConfiguration, filter?: ListFilter): ConstantTail;
}

/** Which games are listed: with or without it where it is given, all of them where not. */
export interface ListFilter {
  readonly demo?: boolean;
  readonly freespins?: boolean;
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
  return Buffer.from(`${JSON.stringify(content)}}`);
};

const isWanted = (game: Game, { demo, freespins }: ListFilter): boolean =>
  (demo === undefined || game.demo === demo) && (freespins === undefined || (game.freespins ?? true) === freespins);

/** Which of the nine filters it is. */
const placeOf = ({ demo, freespins }: ListFilter): number => digitOf(demo) * 3 + digitOf(freespins);

const digitOf = (wanted: boolean | undefined): number => (wanted === undefined ? 0 : Number(wanted) + 1);

/** An agent as it was when its lists were rendered, and these by their filter. */
interface RenderedLists {
  readonly agent: AgentConfiguration;
  readonly tails: (ConstantTail | undefined)[];
}

const everything: ListFilter = {};

/** The games of a platform. They seldom change, so each list of an agent is rendered once. */
export const createCatalogue = (initial: readonly Game[]): Catalogue => {
  let games = initial;
  let byId = new Map(games.map((game) => [game.id, game]));
  const lists = new Map<number, RenderedLists>();

  const listsOf = (agent: AgentConfiguration): RenderedLists => {
    const known = lists.get(agent.id);
    // What an agent may offer changes with its configuration.
    if (known?.agent === agent) return known;
    const fresh: RenderedLists = { agent, tails: [] };
    lists.set(agent.id, fresh);
    return fresh;
  };

  return {
    games: () => games,
    replace: (next) => {
      games = next;
      byId = new Map(games.map((game) => [game.id, game]));
      lists.clear();
    },
    find: (gameId) => byId.get(gameId),
    offer: (agent, gameId) => {
      const game = byId.get(gameId);
      if (game === undefined) return refused('game_not_found', `No game has the id ${gameId}.`);
      return agent.unavailableGames.includes(gameId)
        ? refused('game_not_available', `Game ${gameId} (${game.title}) is not available for agent ${agent.id}.`)
        : { kind: 'game', game };
    },
    listTail: (agent, filter = everything) => {
      const { tails } = listsOf(agent);
      const place = placeOf(filter);
      const known = tails[place];
      if (known !== undefined) return known;
      const available = games.filter(({ id }) => !agent.unavailableGames.includes(id));
      const tail = renderListTail(available.filter((game) => isWanted(game, filter)));
      tails[place] = tail;
      return tail;
    },
  };
};

/** The end of an answer that never changes, in UTF-8. */
export type ConstantTail = Buffer;
