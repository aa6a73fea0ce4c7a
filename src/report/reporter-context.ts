import type { ColorSupportLevel } from 'chalk';
import type { ReportedExchange } from '../spec/run.ts';
import type { ReportTarget } from './report-target.ts';

/** What a reporter gets to work with. */
export interface ReporterContext {
  readonly target: ReportTarget;
  readonly colourLevel: ColorSupportLevel;
  /** The command that makes such a run again, as arguments; it never holds the token. */
  readonly rerun?: readonly string[];
  /** The string that the signature of an exchange covers (section 5); undefined where that is not known. */
  readonly canonicalOf?: (exchange: ReportedExchange) => string | undefined;
}
