import { expect, it } from '@jest/globals';
import { warnOfPlainUrls } from '../../src/cli/commands/serve.ts';
import { createServedAgents } from '../../src/serve/served-agents.ts';

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
