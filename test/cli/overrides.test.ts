import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/create-program.ts';
import { type CommonOptions, overrides, variables } from '../../src/cli/options.ts';
import { resolveSettings, type Settings } from '../../src/cli/resolve-settings.ts';

const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)];

/** Flags and arguments of every command. */
const known = all(createProgram(() => undefined)).flatMap(({ options, registeredArguments }) => [
  ...options.map(({ long }) => long),
  ...registeredArguments.map((argument) => `[${argument.name()}]`),
]);

const text = `agents:
  - id: 1001
    token: token-of-file
    callbackUrl: http://127.0.0.1:1/file
    players: [{ id: of-file, language: de }]
  - { id: 1002, token: token-of-1002 }
callbacks: { timeout: 7s }
`;

let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  file = join(folder, 'walletproof.config.yaml');
  await writeFile(file, text);
});
afterAll(() => rm(folder, { recursive: true }));

const before = { ...process.env };
afterEach(() => {
  for (const name of Object.values(variables)) delete process.env[name];
  Object.assign(process.env, before);
});

const settingsWith = async (options: Partial<CommonOptions>, url?: string): Promise<Settings> =>
  await resolveSettings({ config: file, color: false, ...options }, url);

describe('what the page of the configuration says of flags', () => {
  it('names flags and arguments that there are', () => {
    const named = overrides.flatMap(({ flags }) => flags);
    expect(named.filter((flag) => !known.includes(flag))).toEqual([]);
  });

  it('names every environment variable that is read', () => {
    expect(new Set(overrides.flatMap(({ variable }) => variable ?? []))).toEqual(new Set(Object.values(variables)));
  });

  it.each<[what: string, Partial<CommonOptions>, of: (settings: Settings) => unknown, unknown]>([
    ['agents[].id', { agentId: 1002 }, ({ agent }) => agent.token, 'token-of-1002'],
    ['agents[].token', { token: 'of-flag' }, ({ agent }) => agent.token, 'of-flag'],
    ['agents[].players', { player: ['p'] }, ({ players }) => players.map(({ id }) => id), ['p']],
    ['the language', { language: 'ru' }, ({ players }) => players[0]?.language, 'ru'],
    ['callbacks.timeout', { timeout: 250 }, ({ timeoutMs }) => timeoutMs, 250],
  ])('is what happens: a flag overrides %s of the file', async (_, options, of, expected) => {
    expect(of(await settingsWith({}))).not.toEqual(expected);
    expect(of(await settingsWith(options))).toEqual(expected);
  });

  it('is what happens: flag or argument, then environment, then file', async () => {
    const read = async (...given: Parameters<typeof settingsWith>) => {
      const { agent, callbackUrl } = await settingsWith(...given);
      return [agent.id, agent.token, callbackUrl];
    };
    expect(await read({})).toEqual([1001, 'token-of-file', 'http://127.0.0.1:1/file']);
    process.env[variables.agentId] = '1002';
    expect(await read({})).toEqual([1002, 'token-of-1002', undefined]);
    process.env[variables.token] = 'of-environment';
    process.env[variables.callbackUrl] = 'http://127.0.0.1:1/environment';
    expect(await read({})).toEqual([1002, 'of-environment', 'http://127.0.0.1:1/environment']);
    const flags = { agentId: 1001, token: 'of-flag' };
    const url = 'http://127.0.0.1:1/argument';
    expect(await read(flags, url)).toEqual([1001, 'of-flag', url]);
  });
});
