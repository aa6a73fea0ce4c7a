import type { ColorSupportLevel } from 'chalk';
import type { ReportTarget } from './report-target.ts';

/** What a reporter gets to work with. */
export interface ReporterContext {
  readonly target: ReportTarget;
  readonly colourLevel: ColorSupportLevel;
  /** The command that makes such a run again, as arguments; it never holds the token. */
  readonly rerun?: readonly string[];
}
