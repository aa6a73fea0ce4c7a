import { expect, it } from '@jest/globals';
import { createServedAgents } from '../../src/serve/served-agents.ts';

const one = { id: 1001, token: 'token-of-1001', unavailableGames: [104], players: [] };
const two = { id: 1002, token: 'token-of-1002', unavailableGames: [], players: [] };

it('lays what a manager changes over the configuration, and keeps it over a new one', () => {
  const agents = createServedAgents([one]);
  agents.change(1001, { callbackUrl: 'http://127.0.0.1:1/', token: undefined });
  agents.configure([{ ...one, token: 'another-token', unavailableGames: [] }]);
  expect(agents.now.get(1001)).toEqual({
    ...{ id: 1001, token: undefined, callbackUrl: 'http://127.0.0.1:1/' },
    ...{ unavailableGames: [], players: [] },
  });
  expect(agents.changesOf(1001)).toEqual(['callbackUrl', 'token']);
});

it('leaves an agent that is as it was the same object, and makes a changed one another', () => {
  const agents = createServedAgents([one, two]);
  const [first, second] = [agents.now.get(1001), agents.now.get(1002)];
  agents.configure([structuredClone(one), { ...two, unavailableGames: [101] }]);
  expect(agents.now.get(1001)).toBe(first);
  expect(agents.now.get(1002)).not.toBe(second);
  expect(second?.unavailableGames).toEqual([]);
});

it('takes an agent away that leaves the configuration, and keeps one that was opened', () => {
  const agents = createServedAgents([one, two]);
  agents.open({ ...two, id: 1003 });
  agents.configure([one]);
  expect([...agents.now.keys()]).toEqual([1001, 1003]);
  expect([agents.sourceOf(1001), agents.sourceOf(1003)]).toEqual(['configuration', 'admin']);
  agents.close(1003);
  expect([...agents.now.keys()]).toEqual([1001]);
});

it('forgets no token: masks hide the old ones too', () => {
  const agents = createServedAgents([one]);
  const before = agents.secrets();
  agents.change(1001, { token: 'a-second-token' });
  agents.change(1001, { unavailableGames: [] });
  expect(before).toEqual(['token-of-1001']);
  expect(agents.secrets()).toEqual(['token-of-1001', 'a-second-token']);
  expect(agents.secrets()).toBe(agents.secrets());
  expect(agents.tokensOf(1001)).toEqual(['a-second-token', 'token-of-1001']);
});

it('forgets no secret of a callback URL either', () => {
  const agents = createServedAgents([one]);
  agents.change(1001, { callbackUrl: 'http://caller:pass-word@127.0.0.1:1/?key=secret-1' });
  agents.change(1001, { callbackUrl: undefined });
  expect(agents.secrets()).toEqual(
    expect.arrayContaining(['token-of-1001', 'caller:pass-word', 'pass-word', 'key=secret-1']),
  );
});

it('tells of each change, until nobody listens', () => {
  const agents = createServedAgents([one]);
  let heard = 0;
  const end = agents.onChange(() => {
    heard += 1;
  });
  agents.change(1001, { dialect: 'php' });
  agents.configure([one, two]);
  end();
  agents.close(1001);
  expect(heard).toBe(2);
});

it('no more agents are open than are remembered; those that have ended make room', () => {
  const agents = createServedAgents([one], { agents: 2, secrets: 9, ended: 9 });
  const open = (id: number) => agents.open({ ...two, id, token: `token-of-${id}` });
  open(1003);
  expect(() => open(1004)).toThrow('2 agents are open, and all are remembered.');
  agents.close(1003);
  expect(agents.secrets()).toContain('token-of-1003');
  expect(agents.tokensOf(1003)).toEqual([]);
  open(1004);
  expect([...agents.now.keys()]).toEqual([1001, 1004]);
  expect(agents.secrets()).toEqual(['token-of-1001', 'token-of-1004']);
});

it('of agents that have ended the secrets of the last ones are masked', () => {
  const agents = createServedAgents([one], { agents: 9, secrets: 9, ended: 1 });
  for (const id of [1003, 1004, 1005]) {
    agents.open({ ...two, id, token: `token-of-${id}` });
    agents.close(id);
  }
  agents.open({ ...two, id: 1006, token: 'token-of-1006' });
  expect(agents.secrets()).toEqual(['token-of-1001', 'token-of-1005', 'token-of-1006']);
});

it('no more secrets are set than are remembered; the agent stays as it was', () => {
  const agents = createServedAgents([one], { agents: 9, secrets: 2, ended: 9 });
  agents.change(1001, { token: 'second' });
  agents.change(1001, { token: 'token-of-1001' });
  const url = 'http://user:third@127.0.0.1:1/';
  for (const change of [{ token: 'third' }, { callbackUrl: url }]) {
    expect(() => agents.change(1001, change)).toThrow('2 tokens, and passwords of URLs, were set');
  }
  agents.change(1001, { callbackUrl: 'http://127.0.0.1:1/' });
  expect(agents.now.get(1001)).toMatchObject({ token: 'token-of-1001' });
  agents.configure([{ ...one, token: 'fourth' }]);
  expect(agents.secrets()).toEqual(['token-of-1001', 'second']);
});
