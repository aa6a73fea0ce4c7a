import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../formats/written-time.ts';
import { parseAmount, renderAmount } from '../money/amount.ts';
import { reporterNames } from '../report/reporters.ts';
import type { Selection } from '../runner/select.ts';
import type { SourceKind } from '../spec/requirement.ts';
import { sourceKinds } from '../spec/requirement.ts';
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
  readonly gauntlet?: true;
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

/** Options about the agent and how it is called. */
export const withCommonOptions = (command: Command): Command =>
  command
    .option('--config <file>', 'configuration (default: walletproof.config.yaml, if there)')
    .option('--agent-id <n>', 'agent_id of the callbacks (default: 1001)', wholeNumber)
    .option('--token <token>', "the agent's API token (or WALLETPROOF_TOKEN)")
    .option(
      '--player <id[:USD,EUR]>',
      'a player that the agent has; repeat it for more, the first is player one',
      collect,
    )
    .option(
      '--session <player=id>',
      'session_id of the callbacks for a player, where the agent takes none that it does not know (repeatable)',
      collect,
    )
    .option('--language <code>', 'language of the callbacks (default: en)')
    .option('--game <n>', 'game_id of the callbacks (default: 101)', wholeNumber)
    .option(
      '--seed <n>',
      'seed of all chance (default: a new one, which the report shows)',
      wholeNumber,
    )
    .option(
      '--nonce <text>',
      'part of all ids (default: a new one): same seed and nonce, same bytes',
      nonce,
    )
    .option('--timeout <duration>', 'how long the agent may take to answer (default: 5s)', duration)
    .option('--rate <n/s>', 'call no more often than this, such as 50/s (default: as found)', rate)
    .option('--ca <file>', 'PEM: trust this certificate, or its authority, at the callback URL')
    .option('--allow-public-target', 'call a host that is neither loopback nor private')
    .option('--verbose', 'say on stderr what came from flag, environment and file')
    .option('--no-color', 'plain text');

/** `--public-url`, as arguments of `option`. */
export const publicUrlOption = [
  '--public-url <url>',
  'where players and agents reach the platform, if not there: links begin with it',
  publicUrl,
] as const;

/** Options about what is played and how it is told. */
export const withRunOptions = (command: Command): Command =>
  withCommonOptions(command)
    .option('--strict', 'a warning about a should fails the run')
    .option('--bail', 'end the run with the first scenario that fails it')
    .option(
      '--only <word>',
      'only these requirements: an id, a prefix, a level or a section (IDEM-01, IDEM, must, section-6)',
      collectList,
    )
    .option('--skip <word>', 'not these requirements: words as for --only', collectList)
    .addOption(sourceOption())
    .option('--max-stake <amount>', 'move no more than this in one call; skip what would', stake)
    .option(
      '--patience <duration>',
      'wait so long for what the agent may forget (default: 8s; 2s in demo and with --watch)',
      duration,
    )
    .option('--baseline <file>', 'known breaches: they are told, and do not fail the run')
    .option('--write-baseline <file>', 'make the breaches of this run known, for the next one')
    .option(
      '--reporter <name[=file]>',
      `how to tell the run: ${reporterNames.join(', ')} (repeatable)`,
      collect,
    )
    .option(
      '--dialect <name>',
      'sign callbacks in this dialect; auto: in the one the agent is found to verify (default: as configured, else auto)',
    )
    .option('--gauntlet', 'send callbacks in every valid way to write them, and tell which survive')
    .option('--journal <file>', 'keep every exchange in this file (default: in memory)')
    .option('--port <n>', 'hooks.launch: where the agent finds the platform (default: 4600)', port)
    .option('--host <address>', 'hooks.launch: address of that port (default: 127.0.0.1)')
    .option(...publicUrlOption);

/** Options about running again. */
export const withWatchOptions = (command: Command): Command =>
  command
    .option('--watch', 'run again when scenarios or configuration change or the agent comes back')
    .option('--watch-path <path>', 'run again when this changes, too (repeatable)', collect);

/** Which requirements are judged, by what they rest on. */
export const sourceOption = (): Option =>
  new Option(
    '--source <kind>',
    'judge only what is written in the specification, or only what no wallet may do besides',
  ).choices([...sourceKinds]);

export const collectList = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  ...value.split(',').map((word) => word.trim()),
];

/** Parsers of option values; what they throw becomes a usage error with exit code 2. */
export const collect = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  value,
];

const wholeNumber = (value: string): number => {
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
const duration = (value: string): number => {
  const durationMs = parseDuration(value);
  if (durationMs === undefined || durationMs === 0) {
    throw new InvalidArgumentError('Expected a duration such as 500ms, 5s or 1m.');
  }
  return durationMs;
};

/** Calls a second: `50/s`, `50`. */
const rate = (value: string): number => {
  const [, number = ''] = /^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(value) ?? [];
  const perSecond = Number(number);
  if (number === '' || perSecond === 0) {
    throw new InvalidArgumentError('Expected calls a second, such as 50/s.');
  }
  return perSecond;
};

/** A decimal above 0. */
const stake = (value: string): string => {
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
