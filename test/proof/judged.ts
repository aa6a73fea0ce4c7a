import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRunReporters } from '../../src/cli/standard-output.ts';
import { storedScenarios } from '../../src/cli/stored-run.ts';
import type { Run } from '../../src/formats/run.ts';
import { fromInstant } from '../../src/formats/written-time.ts';
import { judgementsOfRun } from '../../src/judge/exchanges.ts';
import { LiveJudge } from '../../src/judge/live/judge.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import { journalOfRun } from '../../src/run/stored-exchanges.ts';
import { requirements as catalogue } from '../../src/spec/requirements/catalogue.ts';
import { readIntent } from '../../src/wire/message.ts';
import { exampleToken } from '../defects/play-run.ts';

/** What is said of a stored run, place by place: `IDEM-02`, `call x-17`, `live x-17`; equal builds say the same. */
export type Judged = Readonly<Record<string, string>>;

/** Judges a run again, as a whole and call by call. */
export const judgedOf = async (stored: Run): Promise<Judged> => {
  const scenarios = await storedScenarios(stored, 'the proof');
  const run = await judgeAgain(stored, { scenarios, catalogue });
  return { ...sayingsOfRun(run), ...sayingsOfCalls(run), ...(await sayingsOfLive(stored)) };
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

/** The calls of the run as live traffic: each begins and ends as it did, and nobody says what it is for. */
const sayingsOfLive = async (stored: Run): Promise<Judged> => {
  const judge = new LiveJudge({ quirks: stored.setup.quirks, requirements: catalogue });
  const journal = journalOfRun(stored, 'proof');
  const known = new Set<string>();
  const said: Record<string, string> = {};
  const moments = [];
  for (const [index, { id, direction, startedAt, durationMs }] of stored.exchanges.entries()) {
    if (direction !== 'callback') continue;
    const begins = fromInstant(startedAt);
    moments.push({ id, index, at: begins, isEnd: false });
    moments.push({ id, index, at: begins + durationMs, isEnd: true });
  }
  moments.sort((one, other) => one.at - other.at || one.index - other.index || +one.isEnd - +other.isEnd);
  const ends = new Map<string, ReturnType<typeof judge.begin>['end']>();
  for (const { id, at, isEnd } of moments) {
    const exchange = (await journal.row(id))?.exchange;
    if (exchange === undefined) continue;
    if (isEnd) {
      for (const { exchangeId, verdict, findings, expected, sentence } of ends.get(id)?.(exchange) ?? []) {
        said[`live ${exchangeId}`] = line(
          verdict,
          expected,
          sentence,
          ...findings.map(({ code, weight, message }) => line(code, weight, message)),
        );
      }
      continue;
    }
    const dialect = exchange.dialect ?? stored.setup.dialect;
    const intent = readIntent(exchange.request, { token: exampleToken, dialect });
    const { transactionId = '' } = exchange.subject;
    const transaction = known.has(transactionId) ? 'given' : 'fresh';
    known.add(transactionId);
    ends.set(id, judge.begin({ intent, label: exchange.kind, at, transaction }).end);
  }
  return said;
};

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
