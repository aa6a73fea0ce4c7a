import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { visibleLine } from '../base/visible-text.ts';
import { defaultConfigurationFile } from '../formats/load-files.ts';
import { packagePath } from '../formats/package-files.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { chooseColourLevel } from '../report/colour-level.ts';
import { openReporters, parseReporterSpec } from '../report/open-reporters.ts';
import type { OwnPlace, OwnPlaces, Reporter } from '../report/reporter.ts';
import { verdictSentence } from '../report/verdict-text.ts';
import { canonicalText } from '../signing/sign.ts';
import type { RunOptions } from './options.ts';
import { isOnlyLogSeen, log, reportStream } from './output.ts';

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
  // Without any reporter the command has words of its own. A log takes both streams, a terminal may see one.
  const isPretty = specs.some(({ name, file }) => name === 'pretty' && file === undefined);
  return specs.length === 0 || (isPretty && !isOnlyLogSeen()) ? reporter : withVerdict(reporter);
};

const withVerdict = (reporter: Reporter): Reporter => ({
  ...reporter,
  tell: (event) => {
    reporter.tell(event);
    if (event.kind === 'run-finished') log(`walletproof: ${visibleLine(verdictSentence(event.run))}\n`);
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

interface OwnFiles {
  /** The configuration that was named; else the usual one where the working folder has it. */
  readonly config?: string | undefined;
  readonly cwd: string;
  readonly agentId?: number | undefined;
}

/**
 * What reports may point at: files below the user's repository, named from its root, and none of this
 * package's own. The root is the nearest folder with `.git`, else the working folder.
 */
export const ownPlacesOf = ({ config: file = defaultConfigurationFile, cwd, agentId }: OwnFiles): OwnPlaces => {
  const here = realpathSync(cwd);
  const root = repositoryOf(here) ?? here;
  const shipped = realpathSync(packagePath('scenarios'));
  const ownFile = (named: string): string | undefined => {
    const path = resolve(here, named);
    if (!existsSync(path)) return undefined;
    const real = realpathSync(path);
    return isBelow(real, root) && !isBelow(real, shipped) ? relative(root, real).split(sep).join('/') : undefined;
  };
  const own = ownFile(file);
  return { configuration: own === undefined ? undefined : agentIn(own, resolve(here, file), agentId), ownFile };
};

const repositoryOf = (folder: string): string | undefined => {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryOf(above);
};

const isBelow = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
};

/** The line of the agent's id, which its entry begins with as a rule; the first line where it is not seen. */
const agentIn = (file: string, path: string, agentId: number | undefined): OwnPlace => {
  const lines = readFileSync(path, 'utf8').split('\n');
  const isId = (line: string): boolean => {
    const [, id] = /^\s*(?:-\s*)?(?:\{\s*)?id:\s*(\d+)\b/.exec(line) ?? [];
    return id !== undefined && (agentId === undefined || Number(id) === agentId);
  };
  return { file, line: Math.max(0, lines.findIndex(isId)) + 1 };
};
