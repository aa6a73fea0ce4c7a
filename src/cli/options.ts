import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseAmount, renderAmount } from '../base/money.ts';
import { parseDuration } from '../base/quantities.ts';
import { reporterNames } from '../report/reporters.ts';
import type { Selection } from '../run/select.ts';
import { type SourceKind, sourceKinds } from '../spec/requirement.ts';
import { publicUrl } from './public-url.ts';

/** Values of the options that several commands share, as commander gives them. */
export interface CommonOptions {
  readonly config?: string;
  readonly agentId?: number;
  readonly token?: string;
  readonly player?: readonly string[];
  readonly session?: readonly string[];
  readonly language?: string;
  readonly game?: number;
  readonly seed?: number;
  readonly nonce?: string;
  readonly timeout?: number;
  readonly rate?: number;
  readonly ca?: string;
  readonly allowPublicTarget?: true;
  readonly verbose?: true;
  readonly color: boolean;
}

/** Values of the options of commands that play scenarios. */
export interface RunOptions extends CommonOptions {
  readonly strict?: true;
  readonly bail?: true;
  readonly maxStake?: string;
  /** Milliseconds. */
  readonly patience?: number;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly source?: SourceKind;
  readonly reporter?: readonly string[];
  readonly journal?: string;
  readonly dialect?: string;
  readonly port?: number;
  readonly host?: string;
  readonly publicUrl?: string;
}

/** The requirements that `--only`, `--skip` and `--source` name. */
export const selectionOf = ({ only = [], skip = [], source }: RunOptions): Selection => ({
  only,
  skip,
  source,
});

/** Values of the options of commands that can run again and again. */
export interface WatchOptions {
  readonly watch?: true;
  readonly watchPath?: readonly string[];
}

/** Values of the options of commands that can bring the agent up. */
export interface StartOptions {
  /** Milliseconds. */
  readonly wait?: number;
  /** A command of the shell. */
  readonly start?: string;
}

/** Options about an agent that is not there yet. */
export const withStartOptions = (command: Command): Command =>
  command
    .option(
      '--wait <duration>',
      'wait at most so long until the agent answers, with any status below 500 (default: 30s with --start)',
      duration,
    )
    .option(
      '--start <command>',
      'start the agent with this shell command, and end it with its process group after the run',
    );

/** Options about the agent and how it is called. `rateText`: what `--rate` means to the command. */
export const withCommonOptions = (
  command: Command,
  rateText = 'send at most this many callbacks a second, such as 50/s (default: detected)',
): Command => withCallOptions(withCallbackFields(command), rateText);

/** What stands in the callbacks. */
const withCallbackFields = (command: Command): Command =>
  command
    .option('--config <file>', 'configuration file (default: walletproof.config.yaml, if there is one)')
    .option('--agent-id <n>', 'agent_id of the callbacks (default: 1001)', wholeNumber)
    .option('--token <token>', "the agent's API token (or environment variable WALLETPROOF_TOKEN)")
    .option(
      '--player <id[:USD,EUR]>',
      'a player that the agent knows, with currencies (repeatable; the first is player one)',
      collect,
    )
    .option(
      '--session <player=id>',
      'session_id for the callbacks of a player, if the agent accepts only sessions that it knows (repeatable)',
      collect,
    )
    .option('--language <code>', 'language of the callbacks (default: en)')
    .option('--game <n>', 'game_id of the callbacks (default: 101)', wholeNumber)
    .option('--seed <n>', 'seed of the random numbers (default: a new one, shown in the report)', wholeNumber)
    .option(
      '--nonce <text>',
      'part of all ids (default: a new one); the same seed and nonce send exactly the same bytes',
      nonce,
    );

/** How callbacks are sent, and what is printed of it. */
const withCallOptions = (command: Command, rateText: string): Command =>
  command
    .option('--timeout <duration>', 'time limit for an answer of the agent (default: 5s)', duration)
    .option('--rate <n/s>', rateText, rate)
    .option('--ca <file>', 'trust this certificate or authority at the callback URL (PEM)')
    .option('--allow-public-target', 'allow a callback URL whose host is neither loopback nor private')
    .option('--verbose', 'report all that was observed, and print on stderr where each setting came from')
    .option('--no-color', 'print without colours');

/** `--public-url`, as arguments of `option`. */
export const publicUrlOption = [
  '--public-url <url>',
  'URL under which players and agents reach the platform; launch links begin with it',
  publicUrl,
] as const;

/** Options about what is played and how it is told. */
export const withRunOptions = (command: Command): Command =>
  withReportOptions(withSelection(withCommonOptions(command)));

/** Which scenarios are played, and what ends the run. */
const withSelection = (command: Command): Command =>
  command
    .option('--strict', 'fail the run on warnings about a should, too')
    .option('--bail', 'stop at the first scenario that fails the run')
    .option(
      '--only <word>',
      'only these requirements: an id, a prefix, a level or a section (IDEM-01, IDEM, must, section-6)',
      collectList,
    )
    .option('--skip <word>', 'leave out these requirements; words as for --only', collectList)
    .addOption(sourceOption())
    .option('--max-stake <amount>', 'move at most this amount in one call; skip scenarios that need more', stake)
    .option(
      '--patience <duration>',
      'how long to wait for what an agent may forget (default: 8s; 2s in demo and with --watch)',
      duration,
    );

/** What is reported, and where the platform of a run listens. */
const withReportOptions = (command: Command): Command =>
  command
    .option('--baseline <file>', 'file of known breaches: they are reported, but do not fail the run')
    .option('--write-baseline <file>', 'write the breaches of this run to this file, for --baseline')
    .option(
      '--reporter <name[=file]>',
      `output format: ${reporterNames.join(', ')} (repeatable; default: pretty)`,
      collect,
    )
    .option(
      '--dialect <name>',
      'dialect in which callbacks are signed; auto: detected (default: as configured, else auto)',
    )
    .option('--journal <file>', 'keep every exchange in this file (default: in memory)')
    .option('--port <n>', 'port of the platform, for hooks.launch (default: 4600)', port)
    .option('--host <address>', 'address of the platform, for hooks.launch (default: 127.0.0.1)')
    .option(...publicUrlOption);

/** Options about running again. */
export const withWatchOptions = (command: Command): Command =>
  command
    .option('--watch', 'run again when scenarios or configuration change or the agent restarts')
    .option('--watch-path <path>', 'run again when this file or folder changes, too (repeatable)', collect);

/** Which requirements are judged, by what they rest on. */
export const sourceOption = (): Option =>
  new Option(
    '--source <kind>',
    'judge only requirements with this source: the specification, or soundness (what no wallet may do)',
  ).choices([...sourceKinds]);

export const collectList = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  ...value.split(',').map((word) => word.trim()),
];

/** Parsers of option values; what they throw becomes a usage error with exit code 2. */
export const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];

export const wholeNumber = (value: string): number => {
  const number = Number(value);
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number)) {
    throw new InvalidArgumentError('Expected a whole number.');
  }
  return number;
};

export const port = (value: string): number => {
  const number = wholeNumber(value);
  if (number > 65_535) throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return number;
};

/** Milliseconds of `5s`, `500ms`. */
export const duration = (value: string): number => {
  const durationMs = parseDuration(value);
  if (durationMs === undefined || durationMs === 0) {
    throw new InvalidArgumentError('Expected a duration such as 500ms, 5s or 1m.');
  }
  return durationMs;
};

/** Calls a second: `50/s`, `50`. */
export const rate = (value: string): number => {
  const [, number = ''] = /^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(value) ?? [];
  const perSecond = Number(number);
  if (number === '' || perSecond === 0) {
    throw new InvalidArgumentError('Expected calls a second, such as 50/s.');
  }
  return perSecond;
};

/** A decimal above 0. */
export const stake = (value: string): string => {
  const amount = parseAmount(value);
  if (amount?.gt(0) !== true) throw new InvalidArgumentError('Expected an amount such as 50.');
  return renderAmount(amount);
};

const nonce = (value: string): string => {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(value)) {
    throw new InvalidArgumentError('Expected 1 to 32 of A-Z a-z 0-9 _ -.');
  }
  return value;
};
