import { resolve } from 'node:path';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { ReportOutput } from './open-reporter.ts';
import { openReporter } from './open-reporter.ts';
import type { ReporterSpec } from './parse-reporter-spec.ts';
import type { Reporter } from './reporter.ts';

const placesOf = ({ name, file }: ReporterSpec, { environment }: ReportOutput): string[] => {
  const own = file === undefined ? 'standard output' : resolve(file);
  const { GITHUB_STEP_SUMMARY: summary = '' } = environment;
  return name === 'github' && summary !== '' ? [own, resolve(summary)] : [own];
};

const checkPlaces = (specs: readonly ReporterSpec[], output: ReportOutput): void => {
  const taken = new Map<string, string>();
  for (const spec of specs) {
    for (const place of placesOf(spec, output)) {
      const other = taken.get(place);
      if (other !== undefined) throw sharedPlace(other, spec.name, place);
      taken.set(place, spec.name);
    }
  }
};

const sharedPlace = (one: string, other: string, place: string): WalletproofError =>
  new WalletproofError(
    'usage',
    `The reporters ${one} and ${other} would both write to ${place}.`,
    `Give one a file of its own: --reporter ${other}=FILE.`,
  );

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
  checkPlaces(specs, output);
  const opened: Reporter[] = [];
  for (const spec of specs) opened.push(guarded(spec.name, await openReporter(spec, output)));
  return {
    tell: (event) => {
      for (const reporter of opened) reporter.tell(event);
    },
    close: async () => (await Promise.all(opened.map((reporter) => reporter.close()))).flat(),
  };
};
