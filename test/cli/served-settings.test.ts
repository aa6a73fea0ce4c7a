import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Settings } from '../../src/cli/resolve-settings.ts';
import { createServedSettings, type FollowOptions, followConfiguration } from '../../src/cli/served-settings.ts';
import type { FileWatch } from '../../src/cli/watch-files.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';

describe('settings that are served', () => {
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
    expect(served.take(settingsOf({ ca: 'a certificate' })).needsRestart).toEqual(['ca']);
    expect(served.now().ca).toBeUndefined();
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
});

describe('a configuration that is followed', () => {
  /** Follows files that change when the test says so; `told` waits for the next text of the log. */
  const follow = (more: Partial<FollowOptions>) => {
    const closing = new AbortController();
    const waiting: ((files: readonly string[]) => void)[] = [];
    const watched: (readonly string[])[] = [];
    const texts: string[] = [];
    let hear = (): void => undefined;
    const watch = async ({ paths }: { readonly paths: readonly string[] }): Promise<FileWatch> => {
      watched.push(paths);
      return {
        next: async (signal) =>
          await new Promise((resolve, reject) => {
            waiting.push(resolve);
            signal.addEventListener('abort', () => reject(new Error('aborted')));
            hear();
          }),
        close: async () => undefined,
      };
    };
    const ended = followConfiguration({
      ...{ file: 'walletproof.config.yaml', files: () => ['a.yaml'], signal: closing.signal, watch },
      reread: async () => ({ applied: [], needsRestart: [] }),
      tell: (text) => texts.push(text),
      ...more,
    });
    const change = async (): Promise<void> => {
      while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
      const heard = new Promise<void>((resolve) => {
        hear = resolve;
      });
      waiting.shift()?.(['a.yaml']);
      await heard;
    };
    const close = async (): Promise<void> => {
      closing.abort();
      await ended;
    };
    return { texts, watched, change, close };
  };

  it('says in a line what is new, and what waits for the next start', async () => {
    const applied = ['agent 1001 (callbackUrl)', 'callbacks.timeout'];
    const following = follow({ reread: async () => ({ applied, needsRestart: ['quirks'] }) });
    await following.change();
    await following.close();
    expect(following.texts).toEqual([
      'walletproof.config.yaml was read again: now agent 1001 (callbackUrl), callbacks.timeout; with the next start only: quirks\n',
    ]);
  });

  it('tells where a broken file is wrong, and goes on', async () => {
    let reads = 0;
    const following = follow({
      reread: async () => {
        reads += 1;
        if (reads > 1) return { applied: ['games'], needsRestart: [] };
        throw new WalletproofError('configuration', 'walletproof.config.yaml:3:5: no', 'Correct it.');
      },
    });
    await following.change();
    await following.change();
    await following.close();
    expect(following.texts).toEqual([
      'walletproof.config.yaml:3:5: no\nCorrect it.\nwalletproof.config.yaml was not taken: everything stays as it was before.\n',
      'walletproof.config.yaml was read again: now games\n',
    ]);
  });

  it('watches the files that the new configuration names', async () => {
    const files = ['a.yaml'];
    const following = follow({
      files: () => [...files],
      reread: async () => {
        files.push('games.json');
        return { applied: [], needsRestart: [] };
      },
    });
    await following.change();
    await following.close();
    expect(following.watched).toEqual([['a.yaml'], ['a.yaml', 'games.json']]);
  });

  it('sees a file that is written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
    const file = join(folder, 'walletproof.config.yaml');
    const closing = new AbortController();
    const { watchFiles } = await import('../../src/cli/watch-files.ts');
    const told = new Promise<string>((tell) => {
      void followConfiguration({
        ...{ file: 'it', files: () => [file], tell, signal: closing.signal },
        reread: async () => ({ applied: ['hooks'], needsRestart: [] }),
        watch: async (files) => {
          const watch = await watchFiles(files);
          await writeFile(file, 'agents: []');
          return watch;
        },
      });
    });
    expect(await told).toBe('it was read again: now hooks\n');
    closing.abort();
    await rm(folder, { recursive: true });
  });

  it('begins no line with the name of the file', async () => {
    const answers = [
      async () => ({ applied: [], needsRestart: [] }),
      async () => {
        throw new WalletproofError('configuration', 'a\nb cannot be read.', 'Look at a\nb.');
      },
    ];
    for (const reread of answers) {
      const following = follow({ file: 'a\nCONFORMANT', reread });
      await following.change();
      await following.close();
      const lines = following.texts.join('').split('\n');
      expect(lines.filter((line) => /^(?:CONFORMANT|b)/.test(line))).toEqual([]);
      expect(lines.at(-2)).toMatch(/^a\\u\{000a\}CONFORMANT was /);
    }
  });
});
