import type { Exchange, Headers } from '../spec/exchange.ts';
import { headerAsWritten } from '../spec/http-form.ts';
import type { Recorded, RecordedHeader } from './recorded.ts';

/**
 * The exchanges of a journal that `serve` keeps, oldest first, without those of runs of scenarios and
 * those with a fault: these are unlike a platform on purpose.
 */
export async function* readJournal(file: string): AsyncGenerator<Recorded> {
  // Loaded here: only a journal needs SQLite.
  const { openJournalReader } = await import('../journal/journal-reader.ts');
  const journal = openJournalReader(file);
  try {
    let afterSeq = journal.bounds().firstSeq - 1;
    for (let more = true; more; ) {
      const page = await journal.rows({ limit: pageLength, afterSeq, notOrigin: 'run' });
      for (const { exchange } of page.rows) {
        if (exchange.fault === undefined) yield recordedOf(exchange);
      }
      ({ more, searchedTo: afterSeq } = page);
    }
  } finally {
    journal.close();
  }
}

const pageLength = 200;

const recordedOf = ({ id, direction, request, answer, startedAt, durationMs }: Exchange): Recorded => ({
  place: `exchange ${id}`,
  request: {
    method: request.method,
    // A path of ours belongs to no host.
    url: direction === 'operation' ? `http://localhost${request.url}` : request.url,
    headers: headersOf(request.headers),
    body: request.body,
  },
  answer:
    answer.kind === 'failed'
      ? undefined
      : {
          status: answer.status,
          headers: headersOf(answer.headers),
          body: answer.body,
        },
  startedAt,
  durationMs,
});

/** A journal keeps names in lower case; callbacks leave with names as section 6 writes them. */
const headersOf = (headers: Headers): RecordedHeader[] =>
  Object.entries(headers).map(([name, value]) => ({ name: headerAsWritten(name), value }));
