import type { ReportedExchange, Run } from '../formats/run.ts';
import type { Journal } from '../journal/journal.ts';
import { openMemoryJournal } from '../journal/memory-journal.ts';
import { judgementsOfRun } from '../judge/exchanges.ts';
import { fieldText, readBodyFields } from '../report/body-fields.ts';
import { exchangeReported } from '../report/reported-exchange.ts';
import type { Exchange, ExchangeSubject } from '../spec/exchange.ts';
import { viewOfRun } from './run-desk.ts';
import type { ShownRun } from './run-store.ts';

/** A run that was made elsewhere, as the history shows it, with its exchanges. */
export interface StoredRun extends ShownRun {
  readonly journal: Journal;
}

/** Runs that were read from files: `stored-1`, `stored-2`, in their order. */
export const storedRuns = (read: readonly { readonly file: string; readonly run: Run }[]): readonly StoredRun[] =>
  read.map(({ file, run }, index) => {
    const id = `stored-${index + 1}`;
    return { view: viewOfRun(run, { id, file }), run, journal: journalOfRun(run, id) };
  });

/** The exchanges of a stored run with what it says of them, in a journal of their own, under that id. */
export const journalOfRun = (run: Run, id: string): Journal => {
  const journal = openMemoryJournal({
    maxExchanges: Number.POSITIVE_INFINITY,
    maxBytes: Number.POSITIVE_INFINITY,
  });
  for (const stored of run.exchanges) journal.record(exchangeOfRun(run, stored, id));
  for (const judgement of judgementsOfRun(run)) journal.judge(judgement);
  return journal;
};

/** An exchange of a stored run, under that id, as it was recorded once. */
export const exchangeOfRun = ({ agent }: Run, stored: ReportedExchange, id: string): Exchange => {
  const { scenario, line, label, direction } = stored;
  return {
    ...exchangeReported(stored, { agentId: agent.id, ...subjectOf(stored) }),
    ...(direction === 'callback' ? { origin: 'run' } : {}),
    run: { id, scenario, line, label },
  };
};

const subjectOf = ({ requestBody }: ReportedExchange): ExchangeSubject => {
  const fields = readBodyFields(requestBody);
  const said = (name: string): string | undefined => fieldText(fields, 'string', name);
  return {
    sessionId: said('session_id'),
    playerId: said('player_id'),
    transactionId: said('transaction_id'),
    requestId: said('request_id'),
    gameRoundId: said('game_round_id'),
  };
};
