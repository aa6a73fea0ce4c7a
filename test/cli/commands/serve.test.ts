import { describe, expect, it } from '@jest/globals';
import { acceptedDialects, startOfExample, warningOfLinks, warnOfPlainUrls } from '../../../src/cli/commands/serve.ts';
import { publicUrl as option } from '../../../src/cli/option.ts';
import { createServedAgents } from '../../../src/serve/served-agents.ts';

describe('the dialects that --accept names', () => {
  it('takes the names of dialects, and any', () => {
    expect(acceptedDialects(['minimal', 'php'])).toEqual(['minimal', 'php']);
    expect(acceptedDialects(['any'])).toEqual(['any']);
  });

  it('names the word that was meant', () => {
    expect(() => acceptedDialects(['minimal', 'pyhton'])).toThrow('--accept: there is no dialect "pyhton".');
    try {
      acceptedDialects(['pyhton']);
    } catch (error) {
      expect((error as { remedy?: string }).remedy).toContain('did you mean `python`?');
    }
  });
});

describe('the start of the example agent', () => {
  it('is waited for until it is over', async () => {
    const start = startOfExample(true);
    const waited = start.wait();
    expect(waited).toBeInstanceOf(Promise);
    start.end();
    await waited;
    expect(start.wait()).toBeUndefined();
  });

  it('is nothing to wait for where no example agent is started', () => {
    expect(startOfExample(false).wait()).toBeUndefined();
  });
});

describe('plain HTTP', () => {
  const agent = (id: number, callbackUrl?: string) => ({
    ...{ id, token: `token-of-${id}`, unavailableGames: [], players: [] },
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
  });

  /** The agents with what is told of them. */
  const watched = (...urls: readonly (string | undefined)[]) => {
    const agents = createServedAgents(urls.map((url, index) => agent(1001 + index, url)));
    const lines: string[] = [];
    warnOfPlainUrls(agents, (line) => lines.push(line));
    return { agents, lines };
  };

  const warning = (url: string): string =>
    `The callback URL ${url} is plain HTTP to a public host: the specification asks for HTTPS (section 2).`;

  it('warns at the start of plain HTTP to a public host, once for each URL', () => {
    const plain = 'http://casino.example/callback';
    expect(watched(plain, plain, 'http://198.51.100.7:8080/').lines).toEqual([
      warning(plain),
      warning('http://198.51.100.7:8080/'),
    ]);
  });

  it.each([
    'https://casino.example/callback',
    'http://127.0.0.1:8080/callback',
    'http://10.0.0.5/callback',
    'http://agent:8080/callback',
    'http://agent.internal/callback',
    undefined,
  ])('says nothing of %s', (url) => {
    expect(watched(url).lines).toEqual([]);
  });

  it('warns of an agent that is opened or changed later, and not again when something else changes', () => {
    const { agents, lines } = watched('http://127.0.0.1:8080/');
    agents.open(agent(2001, 'http://one.example/'));
    agents.change(1001, { callbackUrl: 'http://two.example/' });
    agents.change(1001, { unavailableGames: [104] });
    agents.change(2001, { token: 'another-token' });
    agents.change(1001, { callbackUrl: 'https://two.example/' });
    expect(lines).toEqual([warning('http://one.example/'), warning('http://two.example/')]);
  });

  it('names the URL without its secrets', () => {
    const { lines } = watched('http://caller:pass-word@casino.example/callback?key=secret-1');
    expect(lines).toEqual([warning('http://***:***@casino.example/callback?key=***')]);
  });
});

describe('the public URL', () => {
  const publicUrl = option('').parse;

  it.each([
    ['https://play.example.com', 'https://play.example.com'],
    ['https://play.example.com/', 'https://play.example.com'],
    ['http://192.168.1.20:4600/wp//', 'http://192.168.1.20:4600/wp'],
    ['HTTPS://Play.Example.com:443/a/b', 'https://play.example.com/a/b'],
  ])('takes %s', (value, url) => {
    expect(publicUrl(value)).toBe(url);
  });

  it.each(['play.example.com', 'ftp://x', 'https:x', 'https://x/?a=1', 'https://x/#a', 'https://u:p@x', ''])(
    'refuses %j',
    (value) => {
      expect(() => publicUrl(value)).toThrow(/Expected the address that players and agents/);
    },
  );

  it('warns of links that open on this machine alone, unless a public URL is known', () => {
    expect(warningOfLinks('http://0.0.0.0:4600', {})).toMatch(
      /^links point nowhere for other machines: they begin with http:\/\/127\.0\.0\.1:4600; give --public-url/,
    );
    expect(warningOfLinks('https://[::]:4600', {})).toContain('https://[::1]:4600;');
    expect(warningOfLinks('http://127.0.0.1:4600', {})).toBeUndefined();
    const known = { publicUrl: 'https://play.example.com' };
    expect(warningOfLinks('http://0.0.0.0:4600', known)).toBeUndefined();
  });
});
