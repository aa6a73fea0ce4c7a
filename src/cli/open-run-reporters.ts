import { chooseColourLevel } from '../report/choose-colour-level.ts';
import { openReporters } from '../report/open-reporters.ts';
import { parseReporterSpec } from '../report/parse-reporter-spec.ts';
import type { Reporter } from '../report/reporter.ts';
import { canonicalText } from '../signing/canonical-text.ts';
import type { ReportedExchange } from '../spec/run.ts';
import type { RunOptions } from './common-options.ts';

/** The reporters that the options name; `rerun`: the command that makes the run again, as arguments. */
export const openRunReporters = async (
  options: Pick<RunOptions, 'reporter' | 'color'>,
  rerun: readonly string[],
): Promise<Reporter> => {
  const specs = (options.reporter ?? ['pretty']).map(parseReporterSpec);
  return await openReporters(specs, {
    stdout: process.stdout,
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
