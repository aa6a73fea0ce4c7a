import { resolve } from 'node:path';
import type { ColorSupportLevel } from 'chalk';
import { harmlessIn, type OutputLanguage } from '../base/harmless-output.ts';
import { usageError, WalletproofError } from '../spec/walletproof-error.ts';
import {
  openFileTarget,
  openStreamTarget,
  type ReportEnvironment,
  type ReportStream,
  type ReportTarget,
} from './report-target.ts';
import type { Reporter, ReporterContext } from './reporter.ts';
import { type ReporterName, reporterNames, reporters } from './reporters.ts';

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
  usageError(
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
        const remedy = 'The verdict stands. This is an internal error: please report it.';
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
export const openReporters = async (specs: readonly ReporterSpec[], output: ReportOutput): Promise<Reporter> => {
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

/** What all reporters of a run share. */
export interface ReportOutput {
  readonly stdout: ReportStream;
  readonly environment: ReportEnvironment;
  /** Colours of stdout; a file never gets any. */
  readonly colourLevel: ColorSupportLevel;
  /** The command of this run as arguments, without `--only` and without the token. */
  readonly rerun?: readonly string[];
  readonly canonicalOf?: ReporterContext['canonicalOf'];
  readonly places?: ReporterContext['places'];
  readonly isVerbose?: boolean;
}

/**
 * Opens one reporter.
 * @throws WalletproofError environment, when its file cannot be written.
 */
export const openReporter = async (spec: ReporterSpec, output: ReportOutput): Promise<Reporter> => {
  const { stdout, environment, colourLevel, rerun, canonicalOf, places, isVerbose } = output;
  const shared = { rerun, canonicalOf, places, isVerbose };
  const { open, language } = reporters[spec.name];
  if (spec.file !== undefined) {
    const target = harmless(await openFileTarget(spec.file), language);
    return open({ ...shared, target, colourLevel: 0 });
  }
  const target = harmless(openStreamTarget(stdout, environment.TERM !== 'dumb'), language);
  return open({ ...shared, target, colourLevel });
};

/** Whatever a reporter forgot of what strangers wrote: a CI reads standard output, people read files. */
const harmless = (target: ReportTarget, language: OutputLanguage): ReportTarget => ({
  ...target,
  write: (text) => target.write(harmlessIn[language](text)),
});

/** Which reporter, and the file it writes to; standard output when absent. */
export interface ReporterSpec {
  readonly name: ReporterName;
  readonly file?: string;
}

/**
 * Reads `NAME` or `NAME=FILE`.
 * @throws WalletproofError usage, when no reporter has the name or the file is empty.
 */
export const parseReporterSpec = (text: string): ReporterSpec =>
  parseNamedReporter(text, { names: reporterNames, kind: 'reporter' });

interface NamedReporters<Name extends string> {
  readonly names: readonly Name[];
  /** `reporter of a load`. */
  readonly kind: string;
}

/** The same for other reporters than those of a run. */
export const parseNamedReporter = <Name extends string>(
  text: string,
  { names, kind }: NamedReporters<Name>,
): { readonly name: Name; readonly file?: string } => {
  const [word = '', ...rest] = text.split('=');
  const name = names.find((each) => each === word);
  if (name === undefined) {
    throw usageError(`No ${kind} is called "${word}".`, `Use one of: ${names.join(', ')}.`);
  }
  if (rest.length === 0) return { name };
  const file = rest.join('=');
  if (file === '') {
    const remedy = `Write ${name}=FILE, or ${name} alone for standard output.`;
    throw usageError(`The reporter "${text}" names no file after =.`, remedy);
  }
  return { name, file };
};
