import type { GameAction, GameStart, GameState } from '../spec/game-page.ts';

/** One opened link: a player at a game, with money of the agent or play money. */
export interface Table {
  /**
   * Does what the page asks for, after everything that was asked for before. `body` is whatever came
   * along. Rejects where nobody could be asked at all.
   */
  act(action: GameAction, body: unknown): Promise<GameState | GameStart>;
}
