import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import { type RefusedAnswer, refused } from './answer.ts';

/** Which games are listed: with or without it where it is given, all of them where not. */
export interface ListFilter {
  readonly demo?: boolean;
  readonly freespins?: boolean;
}

/** The games of a platform. They seldom change, so each list of an agent is rendered once. */
export class Catalogue {
  #games: readonly Game[] = [];
  #byId: ReadonlyMap<number, Game> = new Map();
  /** By the configuration of an agent, which is another object once it has changed, and by filter. */
  #tails = new WeakMap<AgentConfiguration, Map<string, Buffer>>();

  constructor(games: readonly Game[]) {
    this.replace(games);
  }

  /** In the order of their file. */
  games(): readonly Game[] {
    return this.#games;
  }

  /** Other games from now on; a game that is open goes on. */
  replace(games: readonly Game[]): void {
    this.#games = games;
    this.#byId = new Map(games.map((game) => [game.id, game]));
    this.#tails = new WeakMap();
  }

  find(gameId: number): Game | undefined {
    return this.#byId.get(gameId);
  }

  /** The game if this agent may offer it; else game_not_found or game_not_available. */
  offer(agent: AgentConfiguration, gameId: number): { readonly kind: 'game'; readonly game: Game } | RefusedAnswer {
    const game = this.find(gameId);
    if (game === undefined) return refused('game_not_found', `No game has the id ${gameId}.`);
    return agent.unavailableGames.includes(gameId)
      ? refused('game_not_available', `Game ${gameId} (${game.title}) is not available for agent ${agent.id}.`)
      : { kind: 'game', game };
  }

  /** The content of `list` for this agent (section 4) and the brace after it; the same buffer each time. */
  listTail(agent: AgentConfiguration, { demo, freespins }: ListFilter): Buffer {
    const tails = this.#tails.get(agent) ?? new Map<string, Buffer>();
    this.#tails.set(agent, tails);
    const key = `${demo} ${freespins}`;
    const known = tails.get(key);
    if (known !== undefined) return known;
    const games = this.#games
      .filter(({ id }) => !agent.unavailableGames.includes(id))
      .filter((game) => demo === undefined || game.demo === demo)
      .filter((game) => freespins === undefined || (game.freespins ?? true) === freespins)
      .map(({ id, title, brand, image_url, demo }) => ({ id, title, brand, image_url, demo }));
    const tail = Buffer.from(`${JSON.stringify({ games, total: games.length })}}`);
    tails.set(key, tail);
    return tail;
  }
}
