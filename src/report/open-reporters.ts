import { resolve } from 'node:path';
import { WalletproofError } from '../contract/walletproof-error.ts';
import type { ReportOutput } from './open-reporter.ts';
import { openReporter } from './open-reporter.ts';
import type { ReporterSpec } from './parse-reporter-spec.ts';
import type { Reporter } from './reporter.ts';

const placeOf = ({ file }: ReporterSpec): string =>
  file === undefined ? 'standard output' : resolve(file);

const checkPlaces = (specs: readonly ReporterSpec[]): void => {
  for (const [index, spec] of specs.entries()) {
    const other = specs.slice(0, index).find((earlier) => placeOf(earlier) === placeOf(spec));
    if (other === undefined) continue;
    throw new WalletproofError(
      'usage',
      `The reporters ${other.name} and ${spec.name} would both write to ${placeOf(spec)}.`,
      `Give one a file of its own: --reporter ${spec.name}=FILE.`,
    );
  }
};

/** A reporter that fails is an error of its own: it takes neither the run nor the others with it. */
const guarded = (name: string, reporter: Reporter): Reporter => {
  const failures: WalletproofError[] = [];
  return {
    tell: (event) => {
      if (failures.length > 0) return;
      try {
        reporter.tell(event);
      } catch (cause) {
        const message = `REPORT NOT WRITTEN: the reporter ${name} failed: ${cause}.`;
        const remedy = 'The verdict stands. This is a bug of ours: please report it.';
        failures.push(new WalletproofError('environment', message, remedy, { cause }));
      }
    },
    close: async () => [...failures, ...(await reporter.close())],
  };
};

/**
 * Opens several reporters as one.
 * @throws WalletproofError usage, when two write to one place; environment, when one cannot write.
 */
export const openReporters = async (
  specs: readonly ReporterSpec[],
  output: ReportOutput,
): Promise<Reporter> => {
  checkPlaces(specs);
  const opened: Reporter[] = [];
  for (const spec of specs) opened.push(guarded(spec.name, await openReporter(spec, output)));
  return {
    tell: (event) => {
      for (const reporter of opened) reporter.tell(event);
    },
    close: async () => (await Promise.all(opened.map((reporter) => reporter.close()))).flat(),
  };
};
