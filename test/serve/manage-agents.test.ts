import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { IssuedToken } from '../../src/api/schemas/agents.ts';
import { signBody } from '../../src/signing/sign.ts';
import { getBalance, makeBet } from '../wire/sample-callbacks.ts';
import { openWallet, say, type Wallet } from './open-wallet.ts';
import { type OpenWired, openWired } from './open-wired.ts';

let open: OpenWired;
let other: Wallet;
let url: string;
beforeEach(async () => {
  [open, other] = await Promise.all([openWired(), openWallet()]);
  url = await open.serve();
});
afterEach(async () => {
  await open.close();
  await other.close();
});

const json = { 'content-type': 'application/json' };

const ask = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${url}/__admin${path}`, {
    method,
    ...(body === undefined ? {} : { headers: json, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  return { status: response.status, text, json: JSON.parse(text) as any };
};

/** `list`, as the agent asks for it, signed with that token: the code of a refusal, or the ids. */
const list = async (agentId: number, token: string): Promise<unknown> => {
  const body = JSON.stringify({ agent_id: agentId, timestamp: Math.floor(Date.now() / 1000) });
  const headers = { ...json, 'x-signature': signBody(body, undefined, token) };
  const response = await fetch(`${url}/api/games/list`, { method: 'POST', headers, body });
  const { error, content } = (await response.json()) as {
    error?: { code?: string } | string;
    content?: { games: readonly { readonly id: number }[] };
  };
  if (content !== undefined) return content.games.map(({ id }) => id);
  return typeof error === 'string' ? error : error?.code;
};

const renew = async (body: object = {}): Promise<IssuedToken & { readonly token: string }> =>
  (await ask('POST', '/agents/1001/token', body)).json;

describe('a token that is regenerated', () => {
  it('is what requests must be signed with from now on', async () => {
    expect(await list(1001, 'test-token')).toEqual([101, 103]);
    const { token } = await renew();
    expect(await list(1001, 'test-token')).toBe('invalid_signature');
    expect(await list(1001, token)).toEqual([101, 103]);
  });

  it('is what the doctor names where an agent still signs with the old one', async () => {
    await renew();
    await list(1001, 'test-token');
    const { rows } = await open.admin.journal.rows({ kind: 'list', limit: 1 });
    expect(rows[0]?.exchange.explanation).toMatchObject({ mistake: 'former-token' });
  });

  it('signs the next callback, and is shown once', async () => {
    const { token, note } = await renew();
    expect(note).toContain('shown this once');
    await open.admin.callbacks.trigger({ type: 'getBalance', playerId: token });
    const [asked] = open.wallet.arrived;
    expect(asked?.signature).toBe(signBody(asked?.text ?? '', undefined, token));
    for (const path of ['/agents', '/setup', '/exchanges', '/players', '/agents/none']) {
      expect((await ask('GET', path)).text).not.toContain(token);
    }
    const [row] = (await open.recorder.journal.rows({ limit: 1 })).rows;
    expect(row?.exchange.subject.playerId).toBe('*'.repeat(token.length));
  });

  it('hides the old one, too', async () => {
    await renew();
    await open.admin.callbacks.trigger({ type: 'getBalance', playerId: 'test-token' });
    expect((await ask('GET', '/exchanges')).text).not.toContain('test-token');
  });

  it('can be given, and taken away', async () => {
    const token = 'a-token-of-my-own';
    // Who has chosen it knows it.
    expect(JSON.stringify(await renew({ token }))).not.toContain(token);
    expect(await list(1001, token)).toEqual([101, 103]);
    expect((await ask('DELETE', '/agents/1001/token')).json).toMatchObject({ hasToken: false });
    expect(await list(1001, token)).toBe('api_token_not_found');
    const { json: refused } = await ask('POST', '/trigger', { type: 'getBalance' });
    expect(refused.message).toContain('No token is configured for agent 1001');
  });
});

it('does not make what was signed before look badly signed in a recording', async () => {
  const { exchangeIds } = await open.admin.callbacks.trigger({ type: 'getBalance' });
  await renew();
  const { yaml } = await open.admin.scenarios.record({ exchangeIds });
  expect(yaml).not.toContain('signature');
});

describe('what is under way', () => {
  it('is delivered to the URL and with the token that it began with', async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      open.wallet.next((response) => {
        answer = () => say(503, {})(response);
        resolve();
      });
    });
    const sending = open.sendCallback(makeBet);
    await asked;
    await ask('PATCH', '/agents/1001', { callbackUrl: other.url });
    await renew();
    answer();
    await sending;
    const again = open.wallet.arrived[1];
    expect(again?.signature).toBe(signBody(again?.text ?? '', undefined, 'test-token'));
    expect(other.arrived).toEqual([]);
  });

  it('is a session that goes on at the new URL, its player’s account as the ledger knows it', async () => {
    await open.sendCallback(getBalance);
    await open.sendCallback(makeBet);
    const [{ bets = '', expected = '0' } = {}] = open.admin.accounts();
    other.next(say(200, { content: { balance: Number(expected) } }));
    await ask('PATCH', '/agents/1001', { callbackUrl: other.url });
    await open.sendCallback(getBalance);
    expect(other.arrived).toHaveLength(1);
    expect(open.admin.accounts()).toMatchObject([{ opening: '100.00', bets, actual: expected }]);
  });
});

describe('an agent that is opened', () => {
  it('asks and is called as any other', async () => {
    const order = { id: 1003, callbackUrl: other.url, availableGames: [104] };
    const { status, json: opened } = await ask('POST', '/agents', order);
    expect([status, opened.agent.source, opened.agent.unavailableGames]).toEqual([...[201, 'admin', [101, 103]]]);
    expect(await list(1003, opened.token)).toEqual([104]);
    await ask('PATCH', '/agents/1003', { unavailableGames: [101] });
    expect(await list(1003, opened.token)).toEqual([103, 104]);
  });

  it('is told to open pages', async () => {
    const { until } = open.listen();
    await ask('POST', '/agents', { id: 1003 });
    await until(({ kind }) => kind === 'agents');
    const { json: agents } = await ask('GET', '/agents');
    expect(agents.map(({ id }: { id: number }) => id)).toEqual([1001, 1002, 1003]);
  });

  it('is without a token where none is wanted', async () => {
    const { json: opened } = await ask('POST', '/agents', { id: 1003, token: null });
    expect(opened).not.toHaveProperty('token');
    expect(await list(1003, 'any-token')).toBe('api_token_not_found');
  });
});

describe('a callback URL with secrets', () => {
  const secrets = /pass-word|query-secret/;
  const withSecrets = (address: string): string => `${address.replace('://', '://caller:pass-word@')}?key=query-secret`;

  it('is shown without them, and called with them', async () => {
    const { text } = await ask('PATCH', '/agents/1001', { callbackUrl: withSecrets(other.url) });
    const { exchangeIds } = await open.admin.callbacks.trigger({ type: 'getBalance' });
    const shown = [text, ...(await answersOf(['/agents', '/setup', `/exchanges/${exchangeIds[0]}`]))];
    for (const each of shown) {
      expect(each).toContain(`${other.url.replace('://', '://***:***@')}?key=***`);
      expect(each).not.toMatch(secrets);
    }
    expect(other.arrived).toHaveLength(1);
  });

  it('stays where it is given back as it was shown', async () => {
    await ask('PATCH', '/agents/1001', { callbackUrl: withSecrets(other.url) });
    const [agent] = (await ask('GET', '/agents')).json;
    const { callbackUrl } = agent;
    const { status } = await ask('PATCH', '/agents/1001', { callbackUrl, unavailableGames: [101] });
    expect(status).toBe(200);
    expect(open.options.agents.now.get(1001)).toMatchObject({
      ...{ callbackUrl: withSecrets(other.url), unavailableGames: [101] },
    });
  });

  it('is refused with asterisks in it that stand for no secret of ours', async () => {
    const callbackUrl = 'http://***:***@127.0.0.1:1/';
    const answers = [
      await ask('PATCH', '/agents/1001', { callbackUrl }),
      await ask('POST', '/agents', { id: 1003, callbackUrl }),
    ];
    for (const { status, json: answer } of answers) {
      expect([status, answer.message]).toEqual([422, expect.stringContaining('has asterisks in')]);
    }
  });

  const answersOf = async (paths: readonly string[]): Promise<readonly string[]> => {
    const texts: string[] = [];
    for (const path of paths) texts.push((await ask('GET', path)).text);
    return texts;
  };
});

const refusals: readonly [what: string, method: string, path: string, body: object, message: string][] = [
  ['an id that is taken', 'POST', '', { id: 1001 }, 'An agent with the id 1001 already exists'],
  ['a game that is not there', 'PATCH', '/1001', { unavailableGames: [9] }, 'no game 9'],
  ['a URL that is none', 'PATCH', '/1001', { callbackUrl: 'ftp://x' }, 'callbackUrl is wrong'],
  ['a public URL', 'PATCH', '/1001', { callbackUrl: 'http://8.8.8.8/' }, 'private network'],
  ['a dialect that is none', 'PATCH', '/1001', { dialect: 'klingon' }, 'dialect is wrong'],
  ['two lists of games', 'PATCH', '/1001', { unavailableGames: [], availableGames: [] }, 'either'],
  ['nothing', 'PATCH', '/1001', {}, 'The order changes nothing'],
  ['a player twice', 'PATCH', '/1001', { players: [{ id: 'p' }, { id: 'p' }] }, 'given twice'],
  ['a token that is too short', 'POST', '/1001/token', { token: 'short' }, 'token is wrong.'],
  ['closing one of the configuration', 'DELETE', '/1002', {}, 'is in the configuration'],
];

it.each(refusals)('refuses %s, and says what to do', async (_, method, path, body, message) => {
  const { status, json: answer } = await ask(method, `/agents${path}`, body);
  expect(status).toBe(422);
  expect(answer.message).toContain(message);
  expect(answer.remedy).toMatch(/\w/);
});

it.each(['/agents/77', '/agents/none', '/agents/-1'])('says that there is no %s', async (path) => {
  const answers = [
    await ask('PATCH', path, { unavailableGames: [] }),
    await ask('DELETE', path),
    await ask('POST', `${path}/token`),
    await ask('DELETE', `${path}/token`),
  ];
  for (const { status, json: answer } of answers) {
    expect([status, answer.error, answer.remedy]).toEqual([
      ...[404, 'not_found', expect.stringContaining('GET /__admin/agents lists them')],
    ]);
  }
});
