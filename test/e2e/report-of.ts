import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Run } from '../../src/formats/run.ts';
import { type CliOptions, type Outcome, runCli } from './run-cli.ts';

export interface Reported extends Outcome {
  readonly run: Run;
}

/** Runs a command that plays scenarios, and reads its report.json. */
export const reportOf = async (args: readonly string[], options?: CliOptions): Promise<Reported> => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-'));
  const file = join(folder, 'report.json');
  try {
    const outcome = await runCli([...args, '--reporter', `json=${file}`], options);
    return { ...outcome, run: JSON.parse(await readFile(file, 'utf8')) as Run };
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Ids of the requirements with one of the verdicts. */
export const idsWith = (run: Pick<Run, 'requirements'>, ...verdicts: readonly string[]): string[] =>
  run.requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
