import { visibleLine } from '../base/visible-text.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { chooseColourLevel } from '../report/colour-level.ts';
import { openReporters, parseReporterSpec, type ReporterSpec } from '../report/open-reporters.ts';
import type { Reporter } from '../report/reporter.ts';
import { verdictSentence } from '../report/verdict-text.ts';
import { canonicalText } from '../signing/sign.ts';
import type { RunOptions } from './options.ts';
import { isOnlyLogSeen, log, reportStream } from './output.ts';
import { ownPlacesOf } from './own-places.ts';

/**
 * The reporters that the options name, and the verdict on stderr where none of them tells it to whoever
 * looks on; `rerun`: the command that makes the run again, as arguments.
 */
export const openRunReporters = async (
  options: Pick<RunOptions, 'reporter' | 'color' | 'config' | 'verbose'>,
  rerun: readonly string[],
  agentId?: number,
): Promise<Reporter> => {
  const specs = (options.reporter ?? ['pretty']).map(parseReporterSpec);
  const reporter = await openReporters(specs, {
    stdout: reportStream(),
    environment: process.env,
    colourLevel: chooseColourLevel({ wanted: options.color, environment: process.env }),
    rerun,
    isVerbose: options.verbose === true,
    canonicalOf,
    places: ownPlacesOf({ config: options.config, cwd: process.cwd(), agentId }),
  });
  return isVerdictSeen(specs) ? reporter : withVerdict(reporter);
};

/** Without any reporter the command has words of its own. A log takes both streams, a terminal may see one. */
const isVerdictSeen = (specs: readonly ReporterSpec[]): boolean => {
  if (specs.length === 0) return true;
  const isPretty = specs.some(({ name, file }) => name === 'pretty' && file === undefined);
  return isPretty && !isOnlyLogSeen();
};

const withVerdict = (reporter: Reporter): Reporter => ({
  ...reporter,
  tell: (event) => {
    reporter.tell(event);
    if (event.kind === 'run-finished') {
      log(`walletproof: ${visibleLine(verdictSentence(event.run))}\n`);
    }
  },
});

/** What is no JSON has no canonical string. */
const canonicalOf = ({ requestBody, dialect }: ReportedExchange): string | undefined => {
  if (dialect === undefined) return undefined;
  try {
    return canonicalText(requestBody, dialect);
  } catch {
    return undefined;
  }
};
