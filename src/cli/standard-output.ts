import { Chalk } from 'chalk';
import type { ReportedExchange } from '../formats/run.ts';
import { openReporters, parseReporterSpec } from '../report/open-reporters.ts';
import type { TextPage } from '../report/page.ts';
import { chooseColourLevel } from '../report/report-target.ts';
import type { Reporter } from '../report/reporter.ts';
import { canonicalText } from '../signing/sign.ts';
import type { RunOptions } from './options.ts';
import { reportStream, terminalColumns } from './output.ts';

/** Columns of a text that no terminal shows, or one that does not know its width. */
const logColumns = 100;

/** Standard output, as a text for people is laid out on it. */
export const standardPage = ({ color }: { readonly color: boolean }): TextPage => ({
  columns: terminalColumns() ?? logColumns,
  paint: new Chalk({ level: chooseColourLevel({ wanted: color, environment: process.env }) }),
  rerun: [],
});

/** The reporters that the options name; `rerun`: the command that makes the run again, as arguments. */
export const openRunReporters = async (
  options: Pick<RunOptions, 'reporter' | 'color'>,
  rerun: readonly string[],
): Promise<Reporter> => {
  const specs = (options.reporter ?? ['pretty']).map(parseReporterSpec);
  return await openReporters(specs, {
    stdout: reportStream(),
    environment: process.env,
    colourLevel: chooseColourLevel({ wanted: options.color, environment: process.env }),
    rerun,
    canonicalOf,
  });
};

/** What is no JSON has no canonical string. */
const canonicalOf = ({ requestBody, dialect }: ReportedExchange): string | undefined => {
  if (dialect === undefined) return undefined;
  try {
    return canonicalText(requestBody, dialect);
  } catch {
    return undefined;
  }
};
