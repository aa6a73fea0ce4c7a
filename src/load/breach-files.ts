import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNameOf } from '../base/file-name.ts';
import type { LoadBreach, LoadReport } from '../formats/load-report.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';

/** More scenarios than this nobody plays. */
const mostFiles = 20;

/**
 * Writes the breaches that a scenario plays again into a folder, a file each, and names the files in
 * the report. Throws a WalletproofError where the folder cannot be written.
 */
export const writeBreachFiles = async (report: LoadReport, folder: string): Promise<LoadReport> => {
  const written = report.breaches.filter((breach) => breach.scenarioText !== undefined);
  if (written.length === 0) return report;
  const files = new Map(written.slice(0, mostFiles).map((breach, n) => [breach, fileOf(breach, n)]));
  try {
    await mkdir(folder, { recursive: true });
    for (const [breach, file] of files) {
      await writeFile(join(folder, file), breach.scenarioText ?? '');
    }
  } catch (cause) {
    const message = `The scenarios of the breaches cannot be written to ${folder}: ${cause instanceof Error ? cause.message : cause}.`;
    throw new WalletproofError('environment', message, 'Run it in a folder that you may write to.', {
      cause,
    });
  }
  return {
    ...report,
    breaches: report.breaches.map((breach) => {
      const file = files.get(breach);
      return file === undefined ? breach : { ...breach, scenarioFile: join(folder, file) };
    }),
  };
};

const fileOf = ({ code }: LoadBreach, n: number): string => `${n + 1}-${fileNameOf(code)}.yaml`;
