import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Run } from '../../src/formats/run.ts';
import { type ReporterName, reporterNames } from '../../src/report/reporters.ts';
import type { CommandOutcome } from './cli-process.ts';
import { type HostileAgent, hostileToken } from './hostile-agent.ts';
import type { OpenCommands } from './open-commands.ts';

/** What the commands made of an agent. */
export interface Met {
  readonly outcomes: Readonly<Record<CommandName, CommandOutcome>>;
  /** The reports of the run, by their reporter. */
  readonly reports: Readonly<Record<Exclude<ReporterName, 'pretty'>, string>>;
  readonly run: Run;
  readonly grownMib: number;
}

export type CommandName = keyof typeof commands;

const fileReporters = reporterNames.filter((name) => name !== 'pretty');

const calling = ['--token', hostileToken, '--timeout', '300ms'];
const playing = ['--patience', '1ms', ...calling];

/** One run with every reporter; then what can be done with it, and one call by hand. */
const commands = {
  test: [
    ...['test', '{url}', '--only', 'BAL-01,BET-01,IDEM-01,RB-01', '--reporter', 'pretty'],
    ...fileReporters.flatMap((name) => ['--reporter', `${name}=report.${name}`]),
    ...playing,
  ],
  trigger: ['trigger', 'makeBet', '{url}', ...calling],
  failed: ['test', '--failed', 'report.json', ...playing],
  report: ['report', 'report.json', '--no-color'],
  judge: ['report', 'report.json', '--judge', '--reporter', 'github'],
} as const;

const commandNames = Object.keys(commands) as readonly CommandName[];

/** Lets every command that calls agents, or tells of them, meet this one. */
export const meetAgent = async (cli: OpenCommands, { name, options = [] }: HostileAgent): Promise<Met> => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-hostile-'));
  try {
    const { outcomes, grownMib } = await cli.run({
      agent: name,
      folder,
      commands: Object.values(commands).map((args) => [...args, ...optionsFor(args, options)]),
    });
    const texts = await Promise.all(
      fileReporters.map(async (reporter) => [reporter, await readFile(join(folder, `report.${reporter}`), 'utf8')]),
    );
    const reports = Object.fromEntries(texts) as Met['reports'];
    const byName = Object.fromEntries(commandNames.map((each, index) => [each, outcomes[index]]));
    return {
      outcomes: byName as Met['outcomes'],
      reports,
      run: JSON.parse(reports.json) as Run,
      grownMib,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Options about an agent are for those that call it. */
const optionsFor = (args: readonly string[], options: readonly string[]): readonly string[] =>
  args.includes('--timeout') ? options : [];
