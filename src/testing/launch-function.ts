import type { LaunchAnswer } from '../judge/requests/judge-launches.ts';
import type { LaunchRequest } from '../run/session-book.ts';

/** What the agent is to launch. */
export interface LaunchOrder {
  readonly playerId: string;
  readonly playerUsername: string;
  readonly currency: string;
  readonly language: string;
  readonly gameId: number;
}

/**
 * Makes the agent ask for a link, by whatever it has for that: a request to it, or a call of its code.
 * Gives back what the agent answered: a Response of fetch, `{ status, body }`, or the link as text;
 * an error that is thrown is an answer of status 500.
 */
export type LaunchFunction = (order: LaunchOrder) => unknown;

/** What the agent answered to it, as a launch of a scenario is judged. */
export const launchByFunction =
  (launch: LaunchFunction) =>
  async ({ player, username, gameId, currency }: LaunchRequest): Promise<LaunchAnswer> => {
    const order = { playerId: player.id, playerUsername: username, currency, gameId };
    try {
      return await answerOf(await launch({ ...order, language: player.language }));
    } catch (error) {
      const body = error instanceof Error ? error.message : String(error);
      return { kind: 'answered', status: 500, body };
    }
  };

const answerOf = async (given: unknown): Promise<LaunchAnswer> => {
  if (given instanceof Response) {
    const location = given.headers.get('location');
    const body = await given.text();
    const told = { kind: 'answered', status: given.status, body } as const;
    return location === null ? told : { ...told, location };
  }
  if (typeof given === 'object' && given !== null && 'status' in given) {
    const { status, body, location } = given as AnswerLike;
    const told = { kind: 'answered', status: Number(status), body: textOf(body) } as const;
    return location === undefined ? told : { ...told, location };
  }
  return { kind: 'answered', status: 200, body: textOf(given) };
};

interface AnswerLike {
  readonly status: unknown;
  readonly body?: unknown;
  readonly location?: string;
}

const textOf = (value: unknown): string => {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
