import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNameOf } from '../base/file-name.ts';
import { type Amount, renderAmount } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import type { LoadBreach, LoadReport } from '../formats/load-report.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { toInstant } from '../formats/written-time.ts';
import { recordScenario } from '../recording/record-scenario.ts';
import type { RecordedCall } from '../recording/recorded-call.ts';
import { reportedExchange } from '../report/reported-exchange.ts';
import type { Exchange } from '../spec/exchange.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { readAnswer } from '../wire/read-answer.ts';
import { loadFile } from './account.ts';
import type { PlayedCall } from './judged-group.ts';

/** A breach with the calls that show it, and a scenario that does the same. `before`: the balance before them. */
export const breachOf = (
  finding: Finding,
  about: Pick<LoadBreach, 'player' | 'currency' | 'activity' | 'fault' | 'restsOn'>,
  { calls, before }: { readonly calls: readonly PlayedCall[]; readonly before: Amount },
): LoadBreach => {
  const evidence = evidenceOf(calls);
  const recorded = calls.flatMap(({ planned, call }, place) =>
    sendingsOf(call.exchange).map(
      (exchange): RecordedCall => ({
        callback: planned.callback,
        body: exchange.request.body,
        bytesKey: Buffer.from(exchange.request.body).toString('utf8'),
        signature: 'valid',
        lost: exchange.answer.kind === 'failed' ? 'answer' : undefined,
        refusedWith: refusalIn(exchange),
        balanceBefore: place === 0 ? renderAmount(before) : undefined,
        startedAt: exchange.startedAt,
        durationMs: exchange.durationMs,
      }),
    ),
  );
  const title = `${finding.code} of a load: ${about.activity}`;
  return {
    ...finding,
    ...about,
    at: evidence.at(-1)?.startedAt ?? toInstant(Date.now()),
    evidence,
    scenarioText: recordScenario(recorded, { title, description: finding.message }).yaml,
  };
};

/** All sendings of calls as reports show them. */
export const evidenceOf = (calls: readonly PlayedCall[]): ReportedExchange[] =>
  calls.flatMap(({ call: { exchange, label } }) =>
    sendingsOf(exchange).map((each) => reportedExchange(each, loadFile, { label })),
  );

/** Oldest first. */
const sendingsOf = (exchange: Exchange): readonly Exchange[] => [...(exchange.earlier ?? []), exchange];

const refusalIn = ({ answer }: Exchange): string | undefined => {
  const read = readAnswer(answer);
  return read.kind === 'error' ? read.error : undefined;
};

/** More scenarios than this nobody plays. */
const mostFiles = 20;

/**
 * Writes the breaches that a scenario plays again into a folder, a file each, and names the files in
 * the report. Throws a WalletproofError where the folder cannot be written.
 */
export const writeBreachFiles = async (report: LoadReport, folder: string): Promise<LoadReport> => {
  if (report.breaches.every(({ scenarioText }) => scenarioText === undefined)) return report;
  const breaches: LoadBreach[] = [];
  let files = 0;
  try {
    await mkdir(folder, { recursive: true });
    for (const breach of report.breaches) {
      const { code, scenarioText } = breach;
      if (scenarioText === undefined || files === mostFiles) {
        breaches.push(breach);
        continue;
      }
      files += 1;
      const scenarioFile = join(folder, `${files}-${fileNameOf(code)}.yaml`);
      await writeFile(scenarioFile, scenarioText);
      breaches.push({ ...breach, scenarioFile });
    }
  } catch (cause) {
    throw new WalletproofError(
      'environment',
      `The scenarios of the breaches cannot be written to ${folder}: ${cause instanceof Error ? cause.message : cause}.`,
      'Run it in a folder that you may write to.',
      { cause },
    );
  }
  return { ...report, breaches };
};
