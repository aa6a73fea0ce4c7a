import { expect, it } from '@jest/globals';
import type { Settings } from '../../src/cli/resolve-settings.ts';
import { createServedSettings } from '../../src/cli/served-settings.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';

const [first] = defaultConfiguration.agents;
const agent = { ...first, callbackUrl: 'http://127.0.0.1:1/cb' };

/** Settings as a file, flags and environment would give them. */
const settingsOf = (more: Partial<Settings> = {}): Settings => ({
  configuration: { ...defaultConfiguration, agents: [agent, { ...agent, id: 1002 }] },
  ...{ agent, callbackUrl: agent.callbackUrl, otherToken: 'other', players: agent.players },
  ...{ sessions: [], gameId: 101, seed: 7, nonce: 'n', timeoutMs: 5000 },
  ...more,
});

const withConfiguration = (more: Partial<Settings['configuration']>): Settings => {
  const settings = settingsOf();
  return { ...settings, configuration: { ...settings.configuration, ...more } };
};

it('applies what a new file says of agents and callbacks, and names it', () => {
  const served = createServedSettings(settingsOf());
  const callbackUrl = 'http://127.0.0.1:2/cb';
  const third = { ...agent, id: 1003 };
  const configuration = {
    ...defaultConfiguration,
    callbacks: { ...defaultConfiguration.callbacks, delivery: 'none' as const },
    agents: [{ ...agent, callbackUrl }, third],
  };
  const fresh = settingsOf({
    ...{ configuration, timeoutMs: 3000, callbackUrl },
    agent: { ...agent, callbackUrl, token: 'a-new-token' },
  });
  expect(served.take(fresh)).toEqual({
    applied: [
      'agent 1001 (token, callbackUrl)',
      ...['agent 1003 (new)', 'agent 1002 (gone)', 'callbacks.timeout', 'callbacks.delivery'],
    ],
    needsRestart: [],
  });
  expect(served.now()).toMatchObject({ callbackUrl, agent: { token: 'a-new-token' } });
  expect(served.callbacks()).toEqual({ timeout: '3000ms', delivery: 'none' });
  expect(served.take(fresh)).toEqual({ applied: [], needsRestart: [] });
});

it('names what is read at the start alone, until the file says again what it said then', () => {
  const served = createServedSettings(settingsOf());
  const journal = { ...defaultConfiguration.journal, maxExchanges: 100 };
  expect(served.take(withConfiguration({ journal })).needsRestart).toEqual(['journal']);
  expect(served.take(withConfiguration({ journal })).needsRestart).toEqual(['journal']);
  expect(served.now().configuration.journal).toEqual(defaultConfiguration.journal);
  expect(served.take(withConfiguration({ hosts: ['a.example'] })).needsRestart).toEqual(['hosts']);
  expect(served.now().configuration.hosts).toBeUndefined();
  expect(served.take(settingsOf()).needsRestart).toEqual([]);
});

it('keeps the agent that it serves when the file has it no more', () => {
  const served = createServedSettings(settingsOf());
  const other = { ...agent, id: 1002 };
  // As resolving gives it where no agent of that id is known.
  const unknown = { ...agent, token: 'test-token', callbackUrl: undefined, players: [] };
  const fresh = withConfiguration({ agents: [other] });
  const change = served.take({ ...fresh, agent: unknown, players: [], callbackUrl: undefined });
  expect(change.needsRestart).toEqual(['agent 1001, which is served']);
  expect(served.now().agent).toMatchObject(agent);
});

it('gives runs what a manager has changed, each with ids of its own', () => {
  const served = createServedSettings(settingsOf());
  const before = served.ofRun();
  const players = [{ id: 'p', username: 'P', currencies: ['EUR'], language: 'de' }];
  served.agents.change(1001, { token: 'a-new-token', players });
  const after = served.ofRun();
  expect([before.nonce, after.nonce]).toEqual(['n1', 'n2']);
  expect(after).toMatchObject({ players, agent: { token: 'a-new-token', players } });
  expect(before.agent.token).toBe('test-token');
});

it('says what to do where the agent has no token any more', () => {
  const served = createServedSettings(settingsOf());
  served.agents.change(1001, { token: undefined });
  expect(() => served.ofRun()).toThrow('Agent 1001 has no token');
});

it('sends callbacks to the example agent, whatever the file says by now', () => {
  const served = createServedSettings(settingsOf());
  const callbackUrl = 'http://127.0.0.1:9/callback';
  served.use({ callbackUrl, settings: { ...settingsOf(), callbackUrl } });
  served.take(settingsOf({ callbackUrl: 'http://127.0.0.1:3/cb' }));
  expect(served.now().callbackUrl).toBe(callbackUrl);
  expect(served.agents.now.get(1001)?.callbackUrl).toBe(callbackUrl);
});

it('keeps the admin token as secret as those of agents', () => {
  const admin = { hosts: [], token: 'an-admin-token-of-mine' };
  const { agents } = createServedSettings(withConfiguration({ admin }));
  expect(agents.secrets()).toEqual(['an-admin-token-of-mine', agent.token]);
});
