import { createDice } from '../../src/base/dice.ts';
import { Games, type GamesOptions } from '../../src/games/games.ts';
import type { PlatformOptions } from '../../src/platform/platform-state.ts';
import type { GameStart } from '../../src/spec/game-page.ts';
import { defaultQuirks, type Quirks } from '../../src/spec/quirks.ts';
import { type Answered, type Body, launch, openPlatform } from '../platform/open-platform.ts';
import { createFakeAgent, type FakeAgent } from './create-fake-agent.ts';

const games = [
  { id: 101, title: 'Lanterns', brand: 'North', image_url: 'https://g.example/1.png', demo: true },
  {
    ...{ id: 103, title: 'Rush', brand: 'North', image_url: 'https://g.example/3.png', demo: true },
    kind: 'crash' as const,
  },
];

export const slot = 101;
export const crash = 103;

export interface GamesSetup {
  /** Fields of the launches. */
  readonly launch?: Body;
  /** What the agent's player has. */
  readonly opening?: string;
  readonly options?: Partial<GamesOptions>;
  readonly quirks?: Partial<Quirks>;
  readonly platform?: Partial<PlatformOptions>;
  /** An agent that outlives the platform; a new one when absent. */
  readonly fake?: FakeAgent;
  readonly seed?: string;
}

const pathOf = (url: unknown): string => new URL(String(url)).pathname;

/** A platform with its games, and an agent with a right wallet. */
export const openGames = async (setup: GamesSetup = {}) => {
  const quirks = { ...defaultQuirks, ...setup.quirks };
  const open = await openPlatform(quirks, { games, ...setup.platform });
  const fake = setup.fake ?? createFakeAgent(setup.opening ?? '100.5');
  const seen: string[] = [];
  const opened = new Games({
    platform: open.platform,
    quirks,
    dice: createDice(setup.seed ?? 'games test'),
    onError: (error) => open.errors.push(error),
    onEvent: { packs: () => seen.push('packs'), session: ({ sessionId }) => seen.push(sessionId) },
    sendCallback: fake.send,
    pageFolder: new URL('./page/', import.meta.url),
    ...setup.options,
  });
  open.platform.app.use(opened.router);
  const link = async (operation: string): Promise<string> => {
    const { json } = await open.call(operation, { ...launch, ...setup.launch });
    return pathOf(json.content['url']);
  };
  const act = (path: string, action: string, body: unknown = {}): Promise<Answered> =>
    open.post(`${path}/api/${action}`, JSON.stringify(body), {
      'content-type': 'application/json',
    });
  return {
    ...open,
    games: opened,
    agent: fake.agent,
    seen,
    /** Path of a new launch link. */
    openLink: () => link('get_game_link'),
    openDemoLink: () => link('get_game_link_demo'),
    grant: (fields: Body) =>
      open.call('freespins_grant', {
        ...{ player_id: 'player-1', game_id: slot, currency: 'USD', count: 3, bet: 1 },
        ...fields,
      }),
    get: (path: string): Promise<Answered> => open.send({ method: 'GET', path, headers: {}, body: '' }),
    /** What the page does: an action of its API. */
    act,
    /** The same, and what the page is told. */
    ask: async (path: string, action: string, body: unknown = {}): Promise<GameStart> =>
      JSON.parse((await act(path, action, body)).text) as GameStart,
  };
};

export type OpenGames = Awaited<ReturnType<typeof openGames>>;
