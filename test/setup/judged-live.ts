import type { ExchangeJudgement } from '../../src/formats/judgement.ts';
import type { Run } from '../../src/formats/run.ts';
import { fromInstant } from '../../src/formats/written-time.ts';
import { LiveJudge } from '../../src/judge/live/judge.ts';
import { exchangeOfRun } from '../../src/run/stored-runs.ts';
import { requirements as catalogue } from '../../src/spec/requirements/catalogue.ts';
import { readIntent } from '../../src/wire/message.ts';

/**
 * What is said of the calls of a run where they are live traffic: each begins and ends as it did, and nobody says
 * what it is for. By the id of the exchange; a judgement that is told anew replaces the first.
 */
export const judgedLive = (run: Run, token: string): ReadonlyMap<string, ExchangeJudgement> => {
  const judge = new LiveJudge({ quirks: run.setup.quirks, requirements: catalogue });
  const said = new Map<string, ExchangeJudgement>();
  const known = new Set<string>();
  const ends = new Map<string, ReturnType<typeof judge.begin>['end']>();
  for (const { exchange, at, isEnd } of momentsOf(run)) {
    const { id, kind, subject, request } = exchange;
    if (isEnd) {
      for (const judgement of ends.get(id)?.(exchange) ?? []) said.set(judgement.exchangeId, judgement);
      continue;
    }
    const intent = readIntent(request, { token, dialect: exchange.dialect ?? run.setup.dialect });
    const { transactionId = '' } = subject;
    const transaction = known.has(transactionId) ? 'given' : 'fresh';
    known.add(transactionId);
    ends.set(id, judge.begin({ intent, label: kind, at, transaction }).end);
  }
  return said;
};

/** Begins and ends of the callbacks, in the order of time. */
const momentsOf = (run: Run) =>
  run.exchanges
    .flatMap((stored, index) => {
      if (stored.direction !== 'callback') return [];
      const exchange = exchangeOfRun(run, stored, 'live');
      const begins = fromInstant(stored.startedAt);
      return [
        { exchange, index, at: begins, isEnd: false },
        { exchange, index, at: begins + stored.durationMs, isEnd: true },
      ];
    })
    .sort((one, other) => one.at - other.at || one.index - other.index || +one.isEnd - +other.isEnd);
