import { renderDuration } from '../base/quantities.ts';
import { tokenFromShell } from '../base/shell-command.ts';
import { secretsOf } from '../run/agent-client.ts';
import { createSecretMask } from '../signing/secret-mask.ts';
import type { RunOptions, StartOptions } from './options.ts';
import type { Settings } from './resolve-settings.ts';

/** Options of `test` and `play`. */
type RerunOptions = RunOptions & StartOptions & { readonly settle?: true };

/** What a run was started with. */
interface StartedRun {
  /** The command, and what it works on. */
  readonly command: readonly string[];
  readonly options: RerunOptions;
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The command that makes such a run again, as arguments: with what reaches the agent and what is
 * sent to it, without what chose the scenarios and reports of this run, and without any secret.
 */
export const rerunCommand = ({ command, options, settings, env }: StartedRun): string[] => {
  const mask = createSecretMask(secretsOf(settings).filter((secret) => secret !== ''));
  return [...executableIn(env), ...command, ...flagsOf(options).map(mask.hide)];
};

/** npx puts the executable on the path of this process only: a shell finds it by npx again. */
export const executableIn = ({ npm_command: command }: StartedRun['env']): string[] =>
  command === 'exec' ? ['npx', 'walletproof'] : ['walletproof'];

const flagsOf = (options: RerunOptions): string[] => [
  ...valueFlags.flatMap(([flag, read]) => {
    const value = read(options);
    return value === undefined ? [] : [flag, value];
  }),
  ...(options.token === undefined ? [] : ['--token', tokenFromShell]),
  ...(options.player ?? []).flatMap((player) => ['--player', player]),
  ...(options.session ?? []).flatMap((session) => ['--session', session]),
  ...switches.flatMap(([flag, isOn]) => (isOn(options) === true ? [flag] : [])),
];

type ReadOption<T> = (options: RerunOptions) => T | undefined;

const numberText = (value: number | undefined) => (value === undefined ? undefined : `${value}`);

const durationText = (ms: number | undefined) => (ms === undefined ? undefined : renderDuration(ms));

const valueFlags: readonly (readonly [string, ReadOption<string>])[] = [
  ['--start', ({ start }) => start],
  ['--wait', ({ wait }) => durationText(wait)],
  ['--config', ({ config }) => config],
  ['--agent-id', ({ agentId }) => numberText(agentId)],
  ['--language', ({ language }) => language],
  ['--game', ({ game }) => numberText(game)],
  ['--timeout', ({ timeout }) => durationText(timeout)],
  ['--rate', ({ rate }) => numberText(rate)],
  ['--ca', ({ ca }) => ca],
  ['--max-stake', ({ maxStake }) => maxStake],
  ['--patience', ({ patience }) => durationText(patience)],
  ['--baseline', ({ baseline }) => baseline],
  ['--dialect', ({ dialect }) => dialect],
  ['--port', ({ port }) => numberText(port)],
  ['--host', ({ host }) => host],
  ['--public-url', ({ publicUrl }) => publicUrl],
];

const switches: readonly (readonly [string, ReadOption<true>])[] = [
  ['--allow-public-target', ({ allowPublicTarget }) => allowPublicTarget],
  ['--strict', ({ strict }) => strict],
  ['--settle', ({ settle }) => settle],
];
