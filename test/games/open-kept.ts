import type { KeptKind, KeptStore } from '../../src/journal/kept.ts';
import { keptSchemas } from '../../src/serve/kept-schemas.ts';
import { fitting } from '../../src/serve/read-kept.ts';
import type { Callback } from '../../src/spec/callback.ts';
import type { GameState } from '../../src/spec/game-page.ts';
import type { Quirks } from '../../src/spec/quirks.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { now } from '../platform/open-platform.ts';
import { createFakeAgent, type FakeAgent } from './create-fake-agent.ts';
import { crash, type OpenGames, openGames } from './open-games.ts';

/** What a file keeps: JSON, under its key. */
export const createKeptInMemory = (): KeptStore => {
  const kept = new Map<string, { kind: KeptKind; key: string; text: string }>();
  let earlierStarts = 0;
  return {
    all: (kind) =>
      [...kept.values()]
        .filter((each) => each.kind === kind)
        .map(({ key, text }) => ({ key, value: JSON.parse(text) as unknown })),
    keep: (kind, key, value) => {
      if (value === undefined) kept.delete(`${kind} ${key}`);
      else kept.set(`${kind} ${key}`, { kind, key, text: JSON.stringify(value) });
    },
    clear: () => kept.clear(),
    get earlierStarts() {
      earlierStarts += 1;
      return earlierStarts;
    },
  };
};

/** What outlives a platform that is started again. */
export interface World {
  readonly clock: ManualClock;
  readonly fake: FakeAgent;
  readonly kept: KeptStore;
}

export const createWorld = (): World => ({
  clock: createManualClock(now * 1000),
  fake: createFakeAgent('100.5'),
  kept: createKeptInMemory(),
});

export interface KeptSetup {
  readonly quirks?: Partial<Quirks>;
  /** The game of the links. */
  readonly gameId?: number;
  readonly world?: World;
  readonly hasAddress?: () => boolean;
}

/** Games with everything that the platform does by itself, on a clock that is moved by hand. */
export const openKept = async ({
  quirks,
  gameId = crash,
  world = createWorld(),
  hasAddress = () => true,
}: KeptSetup = {}) => {
  const { clock, fake } = world;
  const kept = fitting(world.kept, keptSchemas);
  const starts = kept.earlierStarts;
  const games = await openGames({
    ...{ fake, quirks: { balanceInterval: '0s', ...quirks }, launch: { game_id: gameId } },
    ...{ platform: { clock, kept }, options: { kept, hasAddress }, seed: `start ${starts}` },
  });
  const ending = new AbortController();
  const keeping = games.games.keep(ending.signal);
  return {
    ...games,
    world,
    clock,
    /** Time goes by, and everything that it brings is done. */
    pass: async (ms: number): Promise<void> => {
      await settle();
      await clock.advance(ms);
      await settle();
    },
    settle,
    close: async () => {
      ending.abort();
      await keeping;
      await games.close();
    },
  };
};

export type OpenKept = Awaited<ReturnType<typeof openKept>>;

/** Until nothing is under way: the fake agent answers at once. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
};

/** A page that listens. */
export const listenTo = async ({ port }: Pick<OpenGames, 'port'>, path: string, page?: string) => {
  const ending = new AbortController();
  const query = page === undefined ? '' : `?page=${page}`;
  const response = await fetch(`http://127.0.0.1:${port}${path}/api/events${query}`, {
    signal: ending.signal,
  });
  const states: GameState[] = [];
  let look = (): void => undefined;
  const isOver = read(response, (state) => {
    states.push(state);
    look();
  });
  return {
    response,
    states,
    isOver,
    /** The first state that was told, by now or later, which is meant. */
    until: (isMeant: (state: GameState) => boolean): Promise<GameState> =>
      new Promise((resolve) => {
        look = () => {
          const found = states.find(isMeant);
          if (found !== undefined) resolve(found);
        };
        look();
      }),
    close: () => ending.abort(),
  };
};

const read = async ({ body }: Response, tell: (state: GameState) => void): Promise<void> => {
  let text = '';
  try {
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) tell(JSON.parse(data) as GameState);
      }
    }
  } catch {
    // The page went away.
  }
};

/** A callback as a test reads it. */
export const brief = (callback: Callback): string => {
  if (callback.type === 'makeBet') return `win ${callback.win} of ${callback.bet}`;
  if (callback.type !== 'getBalance' || callback.freespins === undefined) return callback.type;
  const { played, total, isFinish, accumulatedWin } = callback.freespins;
  return `${played}/${total} ${accumulatedWin}${isFinish ? ' finished' : ''}`;
};

/** Grants a pack of three in the game of the link, of which one is played and wins 5. */
export const beginPack = async (open: OpenKept, link: string, more: object = {}): Promise<void> => {
  await open.grant({ freespins_id: 'fs-1', ...more });
  await open.ask(link, 'force', { outcome: 'win', amount: '5' });
  await open.ask(link, 'bet', {});
};
