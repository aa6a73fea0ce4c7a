import type { Callback } from '../../src/contract/callback.ts';
import type { CallbackOutcome } from '../../src/games/callback-outcome.ts';
import { createGames } from '../../src/games/create-games.ts';
import { createDice } from '../../src/world/create-dice.ts';
import type { Answered, Body } from '../platform/open-platform.ts';
import { launch, openPlatform } from '../platform/open-platform.ts';

const pathOf = (url: unknown): string => new URL(String(url)).pathname;

/** A platform with its games, and an agent that answers what `agent.outcome` says. */
export const openGames = async (overrides: Body = {}) => {
  const open = await openPlatform();
  const callbacks: Callback[] = [];
  const agent = {
    outcome: { kind: 'balance', balance: '100.5' } as CallbackOutcome,
    isBroken: false,
  };
  const games = createGames({
    platform: open.platform,
    dice: createDice('games test'),
    onError: (error) => open.errors.push(error),
    sendCallback: async (callback) => {
      if (agent.isBroken) throw new Error('no courier');
      callbacks.push(callback);
      return agent.outcome;
    },
  });
  open.platform.app.use(games);
  const link = async (operation: string): Promise<string> => {
    const { json } = await open.call(operation, { ...launch, ...overrides });
    return pathOf(json.content['url']);
  };
  const json = { 'content-type': 'application/json' };
  return {
    ...open,
    agent,
    callbacks,
    /** Path of a new launch link. */
    openLink: () => link('get_game_link'),
    openDemoLink: () => link('get_game_link_demo'),
    get: (path: string): Promise<Answered> =>
      open.send({ method: 'GET', path, headers: {}, body: '' }),
    /** What the page does: an action of its API. */
    act: (path: string, action: string, body: unknown = {}): Promise<Answered> =>
      open.post(`${path}/api/${action}`, JSON.stringify(body), json),
  };
};

export type OpenGames = Awaited<ReturnType<typeof openGames>>;

/** The parsed body of an answer of the page's API. */
export const dataOf = ({ text }: Answered): unknown => JSON.parse(text) as unknown;
