import { type ColorSupportLevel, supportsColor } from 'chalk';
import type { ReportEnvironment } from './report-target.ts';

interface ColourOptions {
  /** False for `--no-color`. */
  readonly wanted: boolean;
  readonly environment: ReportEnvironment;
  /** What standard output can show; found out when absent. */
  readonly detected?: ColorSupportLevel;
}

const detectLevel = (): ColorSupportLevel => (supportsColor === false ? 0 : supportsColor.level);

/** How many colours to use on standard output; none where `NO_COLOR` says anything (no-color.org). */
export const chooseColourLevel = (options: ColourOptions): ColorSupportLevel => {
  const { wanted, environment, detected = detectLevel() } = options;
  return wanted && (environment.NO_COLOR ?? '') === '' ? detected : 0;
};
