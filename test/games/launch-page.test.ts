import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenGames, openGames } from './open-games.ts';

let open: OpenGames;
beforeEach(async () => {
  open = await openGames({ launch: { player_username: '<script>alert(1)</script>' } });
});
afterEach(() => open.close());

describe('the page of a launch link', () => {
  it('is the same for everybody: nothing is put into its HTML', async () => {
    const first = await open.get(await open.openLink());
    const second = await open.get(await open.openDemoLink());
    expect(first.status).toBe(200);
    expect(first.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(first.text).toBe(second.text);
    expect(first.text).not.toContain('alert(1)');
  });

  it('sends nothing to the agent by itself, so that a preview of the link does no harm', async () => {
    await open.get(await open.openLink());
    expect(open.agent.callbacks).toEqual([]);
  });

  it.each([
    ['/play/assets/game.js', 'text/javascript; charset=utf-8'],
    ['/play/assets/game.css', 'text/css; charset=utf-8'],
    ['/play/assets/launch.css', 'text/css; charset=utf-8'],
  ])('finds %s', async (path, type) => {
    const { status, headers } = await open.get(path);
    expect([status, headers['content-type']]).toEqual([200, type]);
  });

  it('is one address: with a slash at its end it leads to itself', async () => {
    const link = await open.openLink();
    const answer = await open.get(`${link}/`);
    expect([answer.status, answer.headers['location']]).toEqual([...[308, `../${link.split('/').at(-1)}`]]);
  });

  it.each(['/play/assets/game.js', '/play/assets/launch.css', '/play/unknown'])('%s goes out guarded', async (path) => {
    const { headers } = await open.get(path);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'"),
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': path.startsWith('/play/assets/') ? 'no-cache' : 'no-store',
    });
  });
});

describe('the language of the page', () => {
  const page = async (language: string, operation: 'openLink' | 'openDemoLink') => {
    const games = await openGames({ launch: { language } });
    try {
      const link = await games[operation]();
      const first = await games.get(link);
      games.time.seconds += 5 * 3600;
      return { first: first.text, expired: (await games.get(link)).text };
    } finally {
      await games.close();
    }
  };

  it.each([
    ['ru-RU', 'ru', 'слишком долго'],
    ['de', 'en', 'too long'],
  ])('of a launch in %s is %s, also once it is expired', async (asked, language, words) => {
    for (const operation of ['openLink', 'openDemoLink'] as const) {
      const { first, expired } = await page(asked, operation);
      expect(first).toContain(`<html lang="${language}">`);
      expect(expired).toContain(`<html lang="${language}">`);
      expect(expired).toContain(words);
    }
  });

  it.each([
    ['ru-RU,ru;q=0.9,en;q=0.8', 'ru'],
    ['de,en;q=0.5,ru;q=0.1', 'en'],
    ['de', 'en'],
    ['*', 'en'],
    ['"%', 'en'],
  ])('of a link that leads nowhere is that of the browser: %s', async (header, language) => {
    const headers = { 'accept-language': header };
    const { text } = await open.send({ method: 'GET', path: '/play/unknown', headers, body: '' });
    expect(text).toContain(`<html lang="${language}">`);
  });
});

describe('a page that is not built', () => {
  it('says how it is', async () => {
    const pageFolder = new URL('./nowhere/', import.meta.url);
    const unbuilt = await openGames({ options: { pageFolder } });
    try {
      for (const path of [await unbuilt.openLink(), '/play/assets/game.js']) {
        const { status, text } = await unbuilt.get(path);
        expect([status, text]).toEqual([500, expect.stringContaining('`npm run build`')]);
      }
      expect((await unbuilt.get('/play/unknown')).status).toBe(404);
    } finally {
      await unbuilt.close();
    }
  });
});

describe('a link that leads nowhere', () => {
  it.each(['/play/unknown', `/play/${'0'.repeat(36)}`, '/demo/__proto__', '/play/..%2f..%2fetc'])(
    '%s is answered with a page that explains, and loads only what there is',
    async (path) => {
      const { status, text } = await open.get(path);
      expect(status).toBe(404);
      expect(text).toContain('<h1>This link leads to no game</h1>');
      const sources = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, source]) => source);
      for (const source of sources.filter((found) => found !== 'data:,')) {
        expect((await open.get(new URL(String(source), `http://host${path}`).pathname)).status).toBe(200);
      }
      expect(text).not.toMatch(/<script|<style|\son\w+=|\sstyle=/);
    },
  );

  it('because it expired is gone', async () => {
    const link = await open.openLink();
    open.time.seconds += 5 * 3600;
    const { status, text } = await open.get(link);
    expect(status).toBe(410);
    expect(text).toContain('<h1>This game was left alone for too long</h1>');
  });

  it.each(['/play/%zz', '/demo/%E0%A4%A'])('%s is a request that cannot be taken', async (path) => {
    expect((await open.get(path)).status).toBe(400);
    expect(open.errors).toEqual([]);
  });
});

describe("the page's API", () => {
  it.each(['nope', 'constructor', '__proto__', 'toString'])('knows no action %s', async (action) => {
    const { status, json } = await open.act(await open.openLink(), action);
    expect([status, json.message]).toEqual([404, 'No such action.']);
  });

  it.each([
    ...['{', '[]', '{}', 'null', '1', '"stake"', '{"stake":{}}', '{"stake":1}'],
    ...['{"__proto__":{"stake":"1"}}', '{"outcome":"__proto__"}', '{"outcome":["win"]}'],
    ...['{"roundId":{},"at":[]}', `{"stake":"${'1'.repeat(3000)}"}`],
  ])('survives %p, whatever the action', async (body) => {
    const link = await open.openLink();
    for (const action of ['bet', 'cash-out', 'force']) {
      const headers = { 'content-type': 'application/json' };
      const { status } = await open.post(`${link}/api/${action}`, body, headers);
      expect([200, 400, 413]).toContain(status);
    }
    expect(open.agent.callbacks).toEqual([]);
    expect(open.errors).toEqual([]);
  });

  it.each(['cross-site', 'same-site'])(
    'does nothing for a page of another site, of which browsers say %s',
    async (site) => {
      const path = `${await open.openLink()}/api`;
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': site };
      const { status } = await open.post(`${path}/bet`, '{"stake":"1"}', headers);
      expect(status).toBe(403);
      const listening = { method: 'GET', path: `${path}/events`, headers, body: '' };
      expect((await open.send(listening)).status).toBe(403);
      expect(open.agent.callbacks).toEqual([]);
      const own = { ...headers, 'sec-fetch-site': 'same-origin' };
      expect((await open.post(`${path}/start`, '{}', own)).status).toBe(200);
    },
  );

  it('takes a bet as JSON only', async () => {
    const path = `${await open.openLink()}/api/bet`;
    await open.post(path, 'stake=1', { 'content-type': 'application/x-www-form-urlencoded' });
    await open.post(path, '{"stake":"1"}', { 'content-type': 'text/plain' });
    expect(open.agent.callbacks).toEqual([]);
  });
});
