import { describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { shellCommand, tokenFromShell } from '../../src/base/shell-command.ts';
import { commanderOption } from '../../src/cli/option.ts';
import { type OptionsOf, optionsOf } from '../../src/cli/options.ts';
import { rerunCommand } from '../../src/cli/rerun-command.ts';
import { resolveSettings } from '../../src/cli/resolve-settings.ts';

const url = 'http://127.0.0.1:8080/callback';

const declared = () => {
  const command = new Command('play');
  for (const [key, record] of Object.entries(optionsOf.play)) command.addOption(commanderOption(key, record));
  return command;
};

const read = (args: readonly string[]): OptionsOf<'play'> =>
  declared()
    .exitOverride()
    .parse([...args], { from: 'user' })
    .opts();

/** Files that are not there, and what would print. */
const notRead = { ca: undefined, config: undefined, verbose: undefined };

/** What the report of a run tells that was started with these arguments. */
const rerun = async (args: readonly string[], env: Record<string, string> = {}) => {
  const options = read(args);
  const settings = await resolveSettings({ ...options, ...notRead }, url);
  return rerunCommand({ command: ['test', url], options, settings, env });
};

const kept = [
  ...['--start', 'node agent.js', '--wait', '90s', '--agent-id', '7', '--language', 'de'],
  ...['--game', '104', '--timeout', '1500ms', '--rate', '50', '--ca', 'ca.pem'],
  ...['--config', 'own.yaml', '--max-stake', '5', '--patience', '3s', '--baseline', 'known.yaml', '--dialect', 'php'],
  ...['--port', '4700', '--host', '0.0.0.0', '--public-url', 'http://platform.test'],
  ...['--player', 'a:USD', '--player', 'b', '--session', 'a=s1'],
  ...['--allow-public-target', '--strict', '--settle', '--thorough'],
];

const leftOut = [
  ...['--token', 'a-secret-token', '--seed', '1', '--nonce', 'n', '--only', 'BET', '--skip', 'RB'],
  ...['--source', 'specification', '--reporter', 'json', '--journal', 'j.db', '--verbose'],
  ...['--write-baseline', 'b.yaml', '--bail', '--watch', '--watch-path', '.'],
  ...['--no-color', '--callback-url', 'http://127.0.0.1:8080/callback', '--orders', '--out', 'o.yaml'],
];

describe('the command that plays one requirement again', () => {
  it('starts the agent as the run did', async () => {
    expect(await rerun(['--start', 'php -S 127.0.0.1:8080 agent.php'])).toEqual([
      'walletproof',
      'test',
      url,
      '--start',
      'php -S 127.0.0.1:8080 agent.php',
    ]);
  });

  it('calls the agent as the run did, and reads back as the same options', async () => {
    const [, , , ...flags] = await rerun([...kept, ...leftOut]);

    expect(read(flags)).toEqual({ ...read(kept), token: tokenFromShell });
  });

  it('has a word on every option of a run', () => {
    const known = new Set([...kept, ...leftOut]);
    const options = declared().options.map(({ long }) => long);

    expect(options.filter((long) => !known.has(long ?? ''))).toEqual([]);
  });

  it('never holds the token', async () => {
    const start = 'API_TOKEN=a-secret-token node agent.js';
    const told = await rerun(['--token', 'a-secret-token', '--start', start]);

    expect(told.join(' ')).not.toContain('a-secret-token');
    expect(told).toContain('API_TOKEN=************** node agent.js');
    expect(shellCommand(told)).toContain(' --token "$WALLETPROOF_TOKEN"');
    expect(await rerun([], { WALLETPROOF_TOKEN: 'a-secret-token' })).not.toContain('--token');
  });

  it('is run by npx where npx ran the first', async () => {
    expect((await rerun([], { npm_command: 'exec' })).slice(0, 2)).toEqual(['npx', 'walletproof']);
    expect((await rerun([], { npm_command: 'run-script' }))[0]).toBe('walletproof');
  });
});
