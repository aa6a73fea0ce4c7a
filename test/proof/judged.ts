import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRunReporters } from '../../src/cli/standard-output.ts';
import { storedScenarios } from '../../src/cli/stored-run.ts';
import type { Run } from '../../src/formats/run.ts';
import { judgementsOfRun } from '../../src/judge/exchanges.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import { requirements as catalogue } from '../../src/spec/requirements/catalogue.ts';
import { exampleToken } from '../defects/play-run.ts';
import { judgedLive } from '../setup/judged-live.ts';

/** What is said of a stored run, place by place: `IDEM-02`, `call x-17`, `live x-17`; equal builds say the same. */
export type Judged = Readonly<Record<string, string>>;

/** Judges a run again, as a whole and call by call. */
export const judgedOf = async (stored: Run): Promise<Judged> => {
  const scenarios = await storedScenarios(stored, 'the proof');
  const run = await judgeAgain(stored, { scenarios, catalogue });
  return { ...sayingsOfRun(run), ...sayingsOfCalls(run), ...sayingsOfLive(stored) };
};

/** The verdict of a run, of its requirements, scenarios and causes, with every sentence. */
export const sayingsOfRun = (run: Run): Judged => ({
  run: line(run.verdict, JSON.stringify(run.summary)),
  ...Object.fromEntries(
    run.requirements.map(({ id, verdict, reason, findings }) => [
      id,
      line(
        verdict,
        reason,
        ...findings.map(({ code, weight, scenario, message, exchanges }) =>
          line(code, weight, scenario, message, exchanges.join(' ')),
        ),
      ),
    ]),
  ),
  ...Object.fromEntries(run.scenarios.map(({ file, verdict, reason }) => [file, line(verdict, reason)])),
  ...Object.fromEntries(
    (run.causes ?? []).map(({ code, message, remedy }) => [`cause ${code}`, line(message, remedy)]),
  ),
});

/** What the run says of each of its calls. */
const sayingsOfCalls = (run: Run): Judged =>
  Object.fromEntries(
    judgementsOfRun(run).map(({ exchangeId, verdict, sentence, expected }) => [
      `call ${exchangeId}`,
      line(verdict, expected, sentence),
    ]),
  );

/** The calls of the run as live traffic. */
const sayingsOfLive = (stored: Run): Judged =>
  Object.fromEntries(
    [...judgedLive(stored, exampleToken)].map(([id, { verdict, expected, sentence, findings }]) => [
      `live ${id}`,
      line(verdict, expected, sentence, ...findings.map(({ code, weight, message }) => line(code, weight, message))),
    ]),
  );

const formats = ['pretty', 'json', 'html', 'junit', 'markdown', 'github'];

/** The stored run in every format. */
export const formatsOf = async (run: Run): Promise<Judged> => {
  const folder = join(tmpdir(), `walletproof-proof-${randomUUID()}`);
  const reporter = await openRunReporters(
    { reporter: formats.map((name) => `${name}=${join(folder, name)}`), color: false },
    ['walletproof', 'demo'],
  );
  reporter.tell({ kind: 'run-finished', run });
  const failures = await reporter.close();
  if (failures.length > 0) throw failures[0];
  const texts = await Promise.all(
    formats.map(async (name) => [`format ${name}`, await readFile(join(folder, name), 'utf8')]),
  );
  await rm(folder, { recursive: true });
  return Object.fromEntries(texts);
};

const line = (...words: readonly (string | undefined)[]): string =>
  words.filter((word) => word !== undefined).join(' | ');
