import type { ExchangeJudgement } from '../../src/formats/judgement.ts';
import type { Run } from '../../src/formats/run.ts';
import { fromInstant } from '../../src/formats/written-time.ts';
import { LiveJudge } from '../../src/judge/live/judge.ts';
import { journalOfRun } from '../../src/run/stored-runs.ts';
import { requirements as catalogue } from '../../src/spec/requirements/catalogue.ts';
import { readIntent } from '../../src/wire/message.ts';

/**
 * What is said of the calls of a run where they are live traffic: each begins and ends as it did, and nobody says
 * what it is for. By the id of the exchange; a judgement that is told anew replaces the first.
 */
export const judgedLive = async (run: Run, token: string): Promise<ReadonlyMap<string, ExchangeJudgement>> => {
  const judge = new LiveJudge({ quirks: run.setup.quirks, requirements: catalogue });
  const journal = journalOfRun(run, 'live');
  const said = new Map<string, ExchangeJudgement>();
  const known = new Set<string>();
  const ends = new Map<string, ReturnType<typeof judge.begin>['end']>();
  for (const { id, at, isEnd } of momentsOf(run)) {
    const exchange = (await journal.row(id))?.exchange;
    if (exchange === undefined) continue;
    if (isEnd) {
      for (const judgement of ends.get(id)?.(exchange) ?? []) said.set(judgement.exchangeId, judgement);
      continue;
    }
    const intent = readIntent(exchange.request, { token, dialect: exchange.dialect ?? run.setup.dialect });
    const { transactionId = '' } = exchange.subject;
    const transaction = known.has(transactionId) ? 'given' : 'fresh';
    known.add(transactionId);
    ends.set(id, judge.begin({ intent, label: exchange.kind, at, transaction }).end);
  }
  return said;
};

/** Begins and ends of the callbacks, in the order of time. */
const momentsOf = ({ exchanges }: Run) =>
  exchanges
    .flatMap(({ id, direction, startedAt, durationMs }, index) => {
      const begins = fromInstant(startedAt);
      if (direction !== 'callback') return [];
      return [
        { id, index, at: begins, isEnd: false },
        { id, index, at: begins + durationMs, isEnd: true },
      ];
    })
    .sort((one, other) => one.at - other.at || one.index - other.index || +one.isEnd - +other.isEnd);
