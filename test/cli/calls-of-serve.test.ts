import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { searchInServe } from '../../src/cli/calls-of-serve.ts';
import type { Settings } from '../../src/cli/resolve-settings.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import { canonicalText, sign } from '../../src/signing/sign.ts';
import { bodyOf, type OpenAgent, openAgent } from '../wire/open-agent.ts';
import { getBalance } from '../wire/sample-callbacks.ts';

const token = 'test-token';

/** What an agent that verifies one dialect says to a text that is correctly signed. */
let answers: number[];
let asked: Readonly<Record<string, unknown>>[];
let agent: OpenAgent;
beforeEach(async () => {
  [answers, asked] = [[], []];
  agent = await openAgent((request, response) => {
    void bodyOf(request).then((body) => {
      const text = body.toString();
      asked.push(JSON.parse(text));
      const isRight = request.headers['x-signature'] === sign(canonicalText(text, 'python'), token);
      const answer = isRight ? { content: { balance: 5 } } : { error: 'invalid_signature' };
      const status = answers.shift() ?? (isRight ? 200 : 403);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });
});
afterEach(async () => await agent.close());

/** For an agent of which the configuration names no player. */
const search = async () => {
  const configured = { id: 1001, token, unavailableGames: [], players: [] };
  const settings: Settings = {
    ...{ configuration: defaultConfiguration, otherToken: 'other-token', players: [] },
    ...{ agent: configured, gameId: 101, seed: 7, nonce: 'n1', sessions: [], timeoutMs: 5_000 },
  };
  return await searchInServe({
    ...{ settings, agent: configured, callbackUrl: agent.url, allowPublicTarget: false },
    callback: {
      ...getBalance,
      playerId: 'anna',
      sessionId: 'session-of-anna',
      currency: 'EUR',
      gameId: 105,
    },
    record: () => undefined,
  });
};

it('asks about the player of the callback that was refused, in its session', async () => {
  expect(await search()).toBe('python');
  const facts = ['player_id', 'session_id', 'currency', 'game_id'];
  const told = asked.map((each) => facts.map((name) => each[name]));
  expect(new Set(told.map(String))).toEqual(new Set(['anna,session-of-anna,EUR,105']));
});

it('waits for no agent that refuses to be asked so often, as a player waits for it', async () => {
  answers = Array.from({ length: 100 }, () => 429);
  expect(await search()).toBeUndefined();
});
