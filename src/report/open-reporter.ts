import type { ColorSupportLevel } from 'chalk';
import type { Environment } from './environment.ts';
import { openFileTarget } from './open-file-target.ts';
import { openStreamTarget } from './open-stream-target.ts';
import type { ReporterSpec } from './parse-reporter-spec.ts';
import type { ReportStream } from './report-target.ts';
import type { Reporter } from './reporter.ts';
import type { ReporterContext } from './reporter-context.ts';
import { reporters } from './reporters.ts';

/** What all reporters of a run share. */
export interface ReportOutput {
  readonly stdout: ReportStream;
  readonly environment: Environment;
  /** Colours of stdout; a file never gets any. */
  readonly colourLevel: ColorSupportLevel;
  /** The command of this run as arguments, without `--only` and without the token. */
  readonly rerun?: readonly string[];
  readonly canonicalOf?: ReporterContext['canonicalOf'];
}

/**
 * Opens one reporter.
 * @throws WalletproofError environment, when its file cannot be written.
 */
export const openReporter = async (spec: ReporterSpec, output: ReportOutput): Promise<Reporter> => {
  const { stdout, environment, colourLevel, rerun, canonicalOf } = output;
  const shared = {
    ...(rerun === undefined ? {} : { rerun }),
    ...(canonicalOf === undefined ? {} : { canonicalOf }),
  };
  const { open } = reporters[spec.name];
  if (spec.file !== undefined) {
    return open({ ...shared, target: await openFileTarget(spec.file), colourLevel: 0 });
  }
  const target = openStreamTarget(stdout, environment.TERM !== 'dumb');
  return open({ ...shared, target, colourLevel });
};
