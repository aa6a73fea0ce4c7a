import { tokenFromShell } from '../base/shell-command.ts';
import { secretsOf } from '../run/agent-client.ts';
import { createSecretMask } from '../signing/secret-mask.ts';
import { argumentsOf } from './option.ts';
import { type OptionsOf, optionsOf, type PlayedOptions } from './options.ts';
import type { Settings } from './resolve-settings.ts';

/** Options of `test` and `play`. */
type RerunOptions = PlayedOptions & Pick<OptionsOf<'play'>, 'settle'>;

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
  const given: RerunOptions = { ...options, ...(options.token === undefined ? {} : { token: tokenFromShell }) };
  const flags = Object.entries(optionsOf.play).flatMap(([name, record]) =>
    leftOut.has(name) ? [] : argumentsOf(name, record, given[name as keyof RerunOptions]),
  );
  return [...executableIn(env), ...command, ...flags.map(mask.hide)];
};

/** By their keys; the callback URL is what the command works on. */
const leftOut: ReadonlySet<string> = new Set([
  ...['callbackUrl', 'seed', 'nonce', 'verbose', 'color', 'only', 'skip', 'source', 'bail'],
  ...['reporter', 'journal', 'writeBaseline', 'watch', 'watchPath', 'orders', 'out'],
]);

/** npx puts the executable on the path of this process only: a shell finds it by npx again. */
export const executableIn = ({ npm_command: command }: StartedRun['env']): string[] =>
  command === 'exec' ? ['npx', 'walletproof'] : ['walletproof'];
