import { type Command, InvalidArgumentError } from 'commander';
import { parseDuration } from '../base/quantities.ts';
import type { LoadSpike } from '../formats/load-report.ts';
import { loadReporterNames } from '../report/load/load-reporters.ts';
import { type CommonOptions, collect, duration, rate, stake, wholeNumber, withCommonOptions } from './options.ts';

/** Values of the options of `load`, as commander gives them. */
export interface LoadFlags extends CommonOptions {
  readonly players?: number;
  readonly playersFrom?: string;
  readonly playerPattern?: string;
  /** Milliseconds. */
  readonly ramp?: number;
  /** Milliseconds. */
  readonly for?: number;
  readonly spike?: readonly LoadSpike[];
  readonly mix?: string;
  readonly faults?: string;
  readonly failOn?: readonly string[];
  readonly fund?: string;
  readonly maxRate?: number;
  /** Milliseconds. */
  readonly maxTime?: number;
  readonly maxCallbacks?: number;
  readonly workers?: number;
  readonly slice?: string;
  readonly slices?: number;
  /** Unix milliseconds. */
  readonly startAt?: number;
  readonly out?: string;
  readonly settle?: string;
  readonly scenarios?: string;
  readonly reporter?: readonly string[];
  readonly exampleAgent?: true;
  readonly defect?: string;
  readonly variant?: string;
}

/** Values of the options of `load merge`. */
export type MergeFlags = Pick<LoadFlags, 'reporter' | 'color' | 'out'>;

/** All options of `load`. */
export const withLoadOptions = (command: Command): Command =>
  withSliceOptions(
    withOutcomeOptions(
      withCaps(
        withPlayers(
          withCurve(withCommonOptions(command, 'callbacks a second, of all players together (default: 50/s)')),
        ),
      ),
    ),
  );

/** How many callbacks, and when. */
const withCurve = (command: Command): Command =>
  command
    .option('--ramp <duration>', 'climb to the rate over this time (default: 5s)', duration)
    .option('--for <duration>', 'hold the rate this long (default: 20s)', duration)
    .option(
      '--spike <n/s@from+for>',
      'another rate for a while, such as 2000/s@30s+5s: from 30 s after the start, for 5 s (repeatable)',
      spikes,
    )
    .option('--mix <file>', 'what players do (YAML); default: the casino that comes with it')
    .option(
      '--faults <list>',
      'share of the activities that each fault strikes, such as duplicates=2%,races=1%; none: no faults (default: those of the mix)',
    );

/** Who plays. */
const withPlayers = (command: Command): Command =>
  command
    .option(
      '--players <n>',
      'how many players, each in its first currency (default: all that are named; 50 of the example agent)',
      wholeNumber,
    )
    .option('--player-pattern <id[:USD]>', 'ids of the players: {n} counts from 1 to --players, such as load-{n}:USD')
    .option('--players-from <file>', 'read the players from this file, one a line: id, id:USD or id,username,currency')
    .option(
      '--fund <amount>',
      'credit accounts that have less than this, before the load; all is given back (default: 100)',
      stake,
    )
    .option('--example-agent', 'start the bundled example agent with the players of the load')
    .option('--defect <name>', 'plant this defect in the example agent (implies --example-agent)')
    .option(
      '--variant <name>',
      'make the example agent behave in another way that is also correct (implies --example-agent)',
    );

const withCaps = (command: Command): Command =>
  command
    .option('--max-rate <n/s>', 'refuse a higher --rate or --spike than this (default: 2000/s)', rate)
    .option('--max-time <duration>', 'refuse a longer --ramp and --for together than this (default: 5m)', duration)
    .option(
      '--max-callbacks <n>',
      'refuse a load of more callbacks than this, and stop there in any case (default: 200000)',
      wholeNumber,
    )
    .option(
      '--workers <n>',
      'threads that play (default: one for each 3000/s, at most one less than there are cores)',
      atLeastOne,
    );

/** What fails the load, and what is written of it. */
const withOutcomeOptions = (command: Command): Command =>
  command
    .option(
      '--fail-on <goal>',
      "fail unless this is reached: 'makeBet p99<200ms', 'errors<0.1%', 'rate>=95%' (repeatable)",
      collect,
    )
    .option(...reporterOption)
    .option(
      '--scenarios <folder>',
      'write breaches as scenarios for walletproof play to this folder (default: .walletproof/load-<nonce>)',
    )
    .option(
      '--settle <file>',
      'play nothing: give back what a load has left that was ended, by its file of opening balances',
    );

const reporterOption = [
  '--reporter <name[=file]>',
  `output format: ${loadReporterNames.join(', ')} (repeatable; default: pretty)`,
  collect,
] as const;

/** All options of `load merge`. */
export const withMergeOptions = (command: Command): Command =>
  command
    .option(...reporterOption)
    .option('--out <file>', 'write the merged report here (JSON)')
    .option('--no-color', 'print without colours');

/** One load on several machines. */
const withSliceOptions = (command: Command): Command =>
  command
    .option(
      '--slice <i/n>',
      'play the i-th of n slices: every n-th player, an n-th of the rate (default: as the scheduler of an array job says)',
    )
    .option(
      '--slices <n>',
      'how many slices there are, where the scheduler numbers its tasks and does not count them',
      atLeastOne,
    )
    .option('--start-at <time>', 'begin the callbacks at this time: ISO 8601, or Unix seconds', startTime)
    .option('--out <file>', 'write the report of this slice here, for load merge (JSON)');

/** `2000/s@30s+5s` */
const spikes = (value: string, previous: readonly LoadSpike[] = []): readonly LoadSpike[] => {
  const [, perSecond = '', at = '', lasting = ''] = /^([^@]+)@([^+]+)\+(.+)$/.exec(value) ?? [];
  const [atMs, forMs] = [parseDuration(at), parseDuration(lasting)];
  if (atMs === undefined || forMs === undefined || forMs === 0) {
    throw new InvalidArgumentError('Expected a rate, a time and a duration: 2000/s@30s+5s.');
  }
  return [...previous, { ratePerSecond: rate(perSecond), atMs, forMs }];
};

const atLeastOne = (value: string): number => {
  const number = wholeNumber(value);
  if (number < 1) throw new InvalidArgumentError('Expected a whole number from 1.');
  return number;
};

/** Unix milliseconds. */
const startTime = (value: string): number => {
  const isUnix = /^\d{9,11}(\.\d+)?$/.test(value);
  const isIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(value);
  const time = isUnix ? Number(value) * 1000 : isIso ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new InvalidArgumentError('Expected a time with its zone, such as 2026-12-31T12:00:00Z, or Unix seconds.');
};
