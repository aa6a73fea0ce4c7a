import { createHmac } from 'node:crypto';
import { afterEach, expect, it } from '@jest/globals';
import { visibleLine } from '../../src/base/visible-text.ts';
import { watchRequests } from '../../src/cli/watch-requests.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import { openServer, type PlatformServer } from '../../src/serve/open-server.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { serverOptions, type TestOptions } from './server-options.ts';

const [agent] = defaultConfiguration.agents;
const secret = 'token-of-another-agent';
const configuration = {
  ...defaultConfiguration,
  agents: [...(agent === undefined ? [] : [agent]), { id: 1003, token: secret, players: [], unavailableGames: [] }],
};

let server: PlatformServer;
let lines: string[] = [];
afterEach(async () => await server.close());

const open = async (more: TestOptions = {}): Promise<void> => {
  lines = [];
  const tokenOf = (id: number) => configuration.agents.find((each) => each.id === id)?.token;
  const requests = watchRequests({ tokenOf, tell: (line) => lines.push(line) });
  server = await openServer(serverOptions({ configuration, judgeOperation: requests.hear, ...more }));
};

/** Sends the fields in their order, signed as `text` makes of them; gives the answer and what was kept. */
const send = async (fields: object, { text, key = 'test-token' }: Signing) => {
  const body = JSON.stringify(fields);
  const signature = createHmac('sha256', key).update(text(body)).digest('hex');
  const headers = { 'Content-Type': 'application/json', 'X-Signature': signature };
  const url = `${server.url}/api/games/list`;
  const response = await fetch(url, { method: 'POST', headers, body });
  const answer = (await response.json()) as { readonly error: string; readonly message: string };
  await new Promise((resolve) => setImmediate(resolve));
  const kept = (await server.journal.rows({ limit: 1 })).rows[0]?.exchange as Exchange;
  return { ...answer, kept };
};

interface Signing {
  readonly text: (body: string) => string;
  readonly key?: string;
}

/** Sorted already: signed as it stands it is right. The time is that of the sending. */
const fields = {
  agent_id: 1001,
  home_url: 'https://casino.example/',
  get timestamp() {
    return Math.floor(Date.now() / 1000);
  },
};

const mistakes: [string, Signing][] = [
  ['trailing-newline', { text: (body) => `${body}\n` }],
  ['field-left-out', { text: (body) => body.replace(/,"timestamp":\d+/, '') }],
  ['other-agent-token', { text: (body) => body, key: secret }],
  ['key-newline', { text: (body) => body, key: 'test-token\n' }],
];

it.each(mistakes)('names %s in the log and in the journal', async (mistake, signing) => {
  await open();
  const { error, message, kept } = await send(fields, signing);
  expect({ error, message }).toEqual({
    error: 'invalid_signature',
    message: expect.not.stringContaining(mistake),
  });
  expect(kept.explanation).toMatchObject({ mistake, sentence: expect.stringMatching(/./) });
  expect(lines[0]).toContain(`REQ-01 request-badly-signed: `);
  expect(lines[0]).toContain(`(${mistake}): ${visibleLine(kept.explanation?.sentence ?? '')}`);
  expect(JSON.stringify([kept, lines])).not.toContain(secret);
});

it('tells the agent as well where it is asked to', async () => {
  await open({ explain: 'in-answer' });
  const { message, kept } = await send(fields, { text: (body) => `${body}\n` });
  expect(message).toContain(`(trailing-newline): ${kept.explanation?.sentence}`);
});

it('says nothing of a right signature', async () => {
  await open();
  const { kept } = await send(fields, { text: (body) => body });
  expect(kept).not.toHaveProperty('explanation');
  expect(lines).toEqual([]);
});

it('names the only dialect taken where that is what is wrong', async () => {
  await open({
    configuration: { ...configuration, quirks: { ...configuration.quirks, accept: ['php'] } },
  });
  const { kept } = await send(fields, { text: (body) => body });
  expect(kept.explanation).toMatchObject({ mistake: 'other-dialect' });
  expect(kept.explanation?.sentence).toContain('accepts only php');
});
