import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OpenPlatform, openPlatform } from './open-platform.ts';

const game = { brand: 'North', image_url: 'https://g.example/1.png' };

const games = [
  { ...game, id: 1, title: 'Both', demo: true },
  { ...game, id: 2, title: 'No demo', demo: false, freespins: true },
  { ...game, id: 3, title: 'No free spins', demo: true, freespins: false },
  { ...game, id: 4, title: 'Neither', demo: false, freespins: false },
];

const opened: OpenPlatform[] = [];
const open = async (listFilters: 'ignore' | 'apply'): Promise<OpenPlatform> => {
  const platform = await openPlatform({ listFilters }, { games });
  opened.push(platform);
  return platform;
};
afterAll(async () => {
  for (const each of opened) await each.close();
});

/** The ids of the games that are listed, and their number as the answer tells it. */
const listed = async (platform: OpenPlatform, asked: Record<string, unknown>) => {
  const { json } = await platform.call('list', asked);
  const { games: list, total } = json.content as { games: { id: number }[]; total: number };
  return [list.map(({ id }) => id), total];
};

describe('list filters that are applied', () => {
  let platform: OpenPlatform;
  beforeAll(async () => {
    platform = await open('apply');
  });

  it.each([
    [{}, [1, 2, 3, 4]],
    [{ demo: true }, [1, 3]],
    [{ demo: false }, [2, 4]],
    [{ freespins: true }, [1, 2]],
    [{ freespins: false }, [3, 4]],
    [{ demo: true, freespins: false }, [3]],
    [{ demo: false, freespins: true }, [2]],
    [{ demo: null }, [1, 2, 3, 4]],
  ])('choose by %p, and total counts what is listed', async (asked, ids) => {
    for (const _time of ['first', 'second']) {
      expect(await listed(platform, asked)).toEqual([ids, ids.length]);
    }
  });

  it('are told apart by their JSON types, with every other mistake', async () => {
    const answer = await platform.call('list', { demo: 'true', freespins: 1 });
    expect([answer.status, answer.json.error]).toEqual([422, 'validation_error']);
    expect(answer.json.errors).toEqual([
      { field: 'demo', reason: 'expected true or false, got the string "true"' },
      { field: 'freespins', reason: 'expected true or false, got the number 1' },
    ]);
  });

  it('say nothing in the games that are listed', async () => {
    const { json } = await platform.call('list', { freespins: false });
    const { games: list } = json.content as { games: object[] };
    expect(Object.keys(list[0] ?? {})).toEqual(['id', 'title', 'brand', 'image_url', 'demo']);
  });
});

it('a game without free spins is granted none', async () => {
  const platform = await open('ignore');
  const grant = { player_id: 'p', currency: 'USD', count: 1, bet: 1 };
  const { status, json } = await platform.call('freespins_grant', { ...grant, game_id: 3 });
  expect([status, json.error]).toEqual([403, 'game_not_available']);
  expect(json.message).toBe('Game 3 (No free spins) has no free spins.');
  expect((await platform.call('freespins_grant', { ...grant, game_id: 1 })).status).toBe(200);
});

describe('list filters that are ignored', () => {
  it.each([[{ demo: true }], [{ demo: 'yes', freespins: 7 }]])('let %p be', async (asked) => {
    const platform = await open('ignore');
    expect(await listed(platform, asked)).toEqual([[1, 2, 3, 4], 4]);
  });
});
