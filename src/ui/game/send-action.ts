import type { GameAction, GameState } from '../../spec/game-page.ts';

/** What came of an action. `gone`: the link leads to no game any more; why, in the platform's words. */
export type Reply =
  | { readonly kind: 'answer'; readonly answer: GameState }
  | { readonly kind: 'gone'; readonly message: string }
  | { readonly kind: 'unreachable' };

export type SendAction = (action: GameAction, body: unknown) => Promise<Reply>;

/** Longer than the platform needs to deliver a callback with all its retries and rollbacks. */
const longestWaitMs = 180_000;

/** Sends actions to the game that this page was opened for, in the page's name; never rejects. */
export const sendActionTo =
  (address: GameAddress): SendAction =>
  async (action, body) => {
    try {
      const response = await fetch(addressOf(address, action), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(longestWaitMs),
      });
      return replyOf(response.status, await response.json());
    } catch {
      return unreachable;
    }
  };

/** The path of the launch link, and the id that this page gave itself. */
export interface GameAddress {
  readonly pathname: string;
  readonly page: string;
}

/** Where an action is asked for, and where the stream of events is. */
export const addressOf = ({ pathname, page }: GameAddress, name: GameAction | 'events'): string =>
  `${pathname.replace(/\/+$/, '')}/api/${name}?page=${page}`;

const unreachable: Reply = { kind: 'unreachable' };

const replyOf = (status: number, answer: unknown): Reply => {
  if (status === 200 && isGameState(answer)) return { kind: 'answer', answer };
  if (status === 404 || status === 410) return { kind: 'gone', message: messageOf(answer) };
  return unreachable;
};

const isGameState = (answer: unknown): answer is GameState => {
  const { balance, history, calls } = (answer ?? {}) as Partial<GameState>;
  return typeof balance === 'object' && Array.isArray(history) && Array.isArray(calls);
};

const messageOf = (answer: unknown): string => {
  const { message } = (answer ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : 'This link does not lead to a game.';
};
