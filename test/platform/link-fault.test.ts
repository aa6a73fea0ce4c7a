import { afterEach, expect, it } from '@jest/globals';
import type { PlatformFault } from '../../src/contract/scenario.ts';
import type { OpenPlatform } from './open-platform.ts';
import { launch, openPlatform } from './open-platform.ts';

let platform: OpenPlatform | undefined;
afterEach(async () => await platform?.close());

const openWith = async (fault: PlatformFault): Promise<OpenPlatform> => {
  platform = await openPlatform({}, { linkFault: () => fault });
  return platform;
};

it('answers an error that looks like a success, with a link and status 500', async () => {
  const { call, exchanges } = await openWith('error-like-success');
  const { status, json } = await call('get_game_link', launch);
  expect([status, json.status, json.content]).toEqual([
    500,
    'success',
    { url: expect.stringMatching(/^http.*\/play\/\w+$/) },
  ]);
  expect(exchanges).toMatchObject([{ dialect: 'minimal', answer: { status: 500 } }]);
  expect(exchanges[0]?.refusal).toBeUndefined();
});

it.each([
  ['invalid-signature', 403, 'invalid_signature'],
  ['agent-not-found', 404, 'agent_not_found'],
  ['validation-error', 422, 'validation_error'],
] as const)('refuses a right request with %s', async (fault, status, code) => {
  const { call, exchanges, platform: state } = await openWith(fault);
  const answer = await call('get_game_link', launch);
  expect([answer.status, answer.json.error]).toEqual([status, code]);
  expect(answer.json.message).toContain('on purpose');
  // The dialect tells that the signature was right: it is no finding against the agent.
  expect(exchanges).toMatchObject([{ refusal: code, dialect: 'minimal' }]);
  expect(state.sessions.active()).toEqual([]);
});

it('leaves other operations, and requests that are wrong themselves, as they are', async () => {
  const { call } = await openWith('agent-not-found');
  expect((await call('list')).status).toBe(200);
  expect((await call('get_game_link_demo', launch)).status).toBe(200);
  expect((await call('get_game_link', launch, 'wrong')).json.error).toBe('invalid_signature');
  expect((await call('get_game_link', { ...launch, game_id: 9 })).json.error).toBe(
    'game_not_found',
  );
});
