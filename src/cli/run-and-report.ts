import type { Run } from '../contract/run.ts';
import type { Scenario } from '../contract/scenario.ts';
import type { ExitCode } from '../contract/walletproof-error.ts';
import { exitCodes } from '../contract/walletproof-error.ts';
import { chooseColourLevel } from '../report/choose-colour-level.ts';
import { openReporters } from '../report/open-reporters.ts';
import { parseReporterSpec } from '../report/parse-reporter-spec.ts';
import { renderError } from '../report/render-error.ts';
import type { Reporter } from '../report/reporter.ts';
import { runScenarios } from '../runner/run-scenarios.ts';
import type { RunOptions } from './common-options.ts';
import { openLine } from './open-line.ts';
import type { Settings } from './resolve-settings.ts';
import { demandCallbackUrl } from './resolve-settings.ts';
import { runContextOf } from './run-context-of.ts';
import { tool } from './tool.ts';
import { watchInterrupt } from './watch-interrupt.ts';

export interface Performance {
  readonly settings: Settings;
  readonly options: RunOptions;
  readonly scenarios: readonly Scenario[];
  /** The command that runs it again, as arguments, without the token. */
  readonly rerun: readonly string[];
}

/** Plays scenarios against the agent, tells them, and gives the exit code. */
export const runAndReport = async (performance: Performance): Promise<ExitCode> => {
  const { settings, options } = performance;
  const callbackUrl = demandCallbackUrl(settings);
  const reporter = await reportersOf(performance);
  const interrupt = watchInterrupt();
  const line = await openLine({
    settings,
    callbackUrl,
    journal: options.journal ?? ':memory:',
    allowPublicTarget: options.allowPublicTarget === true,
    signal: interrupt.signal,
  });
  try {
    const run = await runScenarios(
      runContextOf(settings, { callbackUrl, send: line.send, signal: interrupt.signal }),
      {
        scenarios: performance.scenarios,
        selection: { only: options.only ?? [], skip: options.skip ?? [] },
        policy: { strict: options.strict === true },
        seed: settings.seed,
        tool: tool(),
        tell: reporter.tell,
      },
    );
    return exitCodeOf(run);
  } finally {
    line.close();
    interrupt.close();
    for (const failure of await reporter.close()) process.stderr.write(renderError(failure));
  }
};

const reportersOf = async ({ options, rerun }: Performance): Promise<Reporter> => {
  const specs = (options.reporter ?? ['pretty']).map(parseReporterSpec);
  return await openReporters(specs, {
    stdout: process.stdout,
    environment: process.env,
    colourLevel: chooseColourLevel({ wanted: options.color, environment: process.env }),
    rerun,
  });
};

const exitCodeOf = ({ verdict, partial }: Run): ExitCode => {
  if (partial === true) return exitCodes.interrupted;
  const codes = {
    conformant: exitCodes.passed,
    nonconformant: exitCodes.nonconformant,
    inconclusive: exitCodes.notJudged,
  } as const;
  return codes[verdict];
};
