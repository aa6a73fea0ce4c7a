import type { ColorSupportLevel } from 'chalk';
import type { ReportedExchange, Run, RunEvent } from '../formats/run.ts';
import type { WalletproofError } from '../spec/walletproof-error.ts';
import type { ReportTarget } from './report-target.ts';

/** Tells a run to somebody: while it goes on, or once it is finished. Decides nothing. */
export interface Reporter {
  tell(event: RunEvent): void;
  /** Writes what is left. Gives back what could not be written; the verdict stands all the same. */
  close(): Promise<readonly WalletproofError[]>;
}

/** What a reporter gets to work with. */
export interface ReporterContext {
  readonly target: ReportTarget;
  readonly colourLevel: ColorSupportLevel;
  /** The command that makes such a run again, as arguments; it never holds the token. */
  readonly rerun?: readonly string[];
  /** The string that the signature of an exchange covers (section 5); undefined where that is not known. */
  readonly canonicalOf?: (exchange: ReportedExchange) => string | undefined;
  /** Everything that was observed, and each scenario in a log. */
  readonly isVerbose?: boolean;
  /** Milliseconds; the clock of the process when absent. */
  readonly now?: () => number;
  /** Where remarks may point; nowhere when absent. */
  readonly places?: OwnPlaces;
}

/** A file of the user's own repository, named from its root, and a line of it. */
export interface OwnPlace {
  readonly file: string;
  readonly line?: number;
}

/** What in the user's own repository a report may point at: never at a file of this package. */
export interface OwnPlaces {
  /** The agent in the configuration; absent where there is no file. */
  readonly configuration?: OwnPlace;
  /** Where a scenario lies that is the user's own; undefined for those of this package. */
  ownFile(scenario: string): string | undefined;
}

/** A reporter that says nothing until the run is finished, then renders it whole. */
export const openDocumentReporter = ({ target }: ReporterContext, render: (run: Run) => string): Reporter => ({
  tell: (event) => {
    if (event.kind === 'run-finished') target.write(render(event.run));
  },
  close: async () => {
    const error = await target.close();
    return error === undefined ? [] : [error];
  },
});
